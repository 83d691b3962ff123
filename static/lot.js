// The live lot on a phone. The page works without this file; with it the board follows by itself,
// and a bid whose answer is lost is asked after, never sent again.
(function () {
  "use strict";
  var net = document.getElementById("net");
  var dock = document.getElementById("dock");
  var news = Date.now();
  var frozen = false;   // a finger is down: what was read is what is sent
  var saidAt = null;    // on which board something was said
  var unsure = null;    // the bid whose answer is not here yet

  function el(id) { return document.getElementById(id); }
  function freshKey() {
    if (window.crypto && crypto.randomUUID) { return crypto.randomUUID(); }
    return Date.now().toString(36) + "-" + Math.random().toString(36).slice(2) + Math.random().toString(36).slice(2);
  }

  function heard() { news = Date.now(); tell(); }
  function tell() {
    if (!net) { return; }
    var age = Math.round((Date.now() - news) / 1000), off = age > 5;
    net.hidden = false;
    net.classList.toggle("off", off);
    document.body.classList.toggle("no-link", off);
    net.querySelector("b").textContent = off ? net.dataset.off : net.dataset.live;
    net.lastElementChild.textContent = (off ? net.dataset.last : net.dataset.checked).replace("{n}", age);
  }

  // The button takes over what the board says comes next, unless a finger is on it.
  function dress() {
    if (saidAt && el("board").dataset.v !== saidAt) { el("say").textContent = ""; saidAt = null; }  // no news any more
    var next = el("next");
    if (!dock || !next || frozen || unsure) { return; }
    var open = next.dataset.open === "yes", bid = el("bid");
    dock.amount.value = next.dataset.amount;
    dock.seen.value = next.dataset.seen;
    bid.dataset.sum = next.dataset.sum;
    bid.setAttribute("aria-disabled", String(!open));
    bid.querySelector("span").textContent = next.dataset.label;
    var use = bid.querySelector("use");
    use.setAttribute("href", use.getAttribute("href").replace(/#.*/, "#" + next.dataset.icon));
    el("dock-says").textContent = next.dataset.says;
    el("step").textContent = next.dataset.step;
  }

  function refresh() { if (el("board") && window.htmx) { htmx.trigger("#board", "bell"); } }
  function say(words, good) {
    var place = el(good ? "say" : "refusal");
    el("say").textContent = el("refusal").textContent = "";
    saidAt = el("board").dataset.v;
    var p = document.createElement("p");
    p.textContent = words;
    place.appendChild(p);
  }
  function settled() {
    unsure = null;
    el("unsure").hidden = true;
    document.body.classList.remove("unsure");
    dock.key.value = freshKey();
    frozen = false;
    dress();
  }

  // Ask what became of a bid, at 1, 2, 4 and 8 seconds and then every 8, until it is told.
  function ask(bid, wait) {
    window.setTimeout(function () {
      if (unsure !== bid) { return; }
      var again = function () { ask(bid, Math.min(wait * 2, 8000)); };
      fetch(dock.action + "/" + encodeURIComponent(bid.key), {headers: {Accept: "application/json"}, cache: "no-store"}).then(function (reply) {
        if (reply.status !== 200 && reply.status !== 404) { return again(); }
        heard();
        // What is not there yet may still be on its way: only a later "no" is a no.
        if (reply.status === 404 && Date.now() - bid.sent < 9000) { return again(); }
        return reply.json().then(function (told) { if (unsure === bid) { say(told.says, told.recorded); settled(); refresh(); } });
      }).catch(again);
    }, wait);
  }

  if (dock) {
    var bid = el("bid");
    bid.addEventListener("pointerdown", function () { frozen = true; });
    ["pointercancel", "pointerleave"].forEach(function (name) {
      bid.addEventListener(name, function () { frozen = false; dress(); });
    });
    bid.addEventListener("pointerup", function () {
      window.setTimeout(function () { frozen = false; dress(); }, 0);  // after the click
    });
    bid.addEventListener("click", function (event) {
      if (bid.getAttribute("aria-disabled") === "true" || unsure) { event.preventDefault(); event.stopPropagation(); }
    }, true);
    dock.addEventListener("htmx:beforeRequest", function () {
      unsure = {key: dock.key.value, sent: Date.now()};
      el("refusal").textContent = "";
      el("unsure-amount").textContent = bid.dataset.sum;
      el("unsure").hidden = false;
      document.body.classList.add("unsure");
      bid.setAttribute("aria-disabled", "true");
      bid.querySelector("span").textContent = bid.dataset.wait;
    });
    dock.addEventListener("htmx:afterRequest", function (event) {
      var status = event.detail.xhr ? event.detail.xhr.status : 0;
      if (!unsure) { return; }
      if (status === 0) { ask(unsure, 1000); return; }
      settled();
      if (status !== 200) { refresh(); }
    });
  }

  document.body.addEventListener("htmx:afterRequest", function (event) {
    if (event.detail.xhr && event.detail.xhr.status) { heard(); }
  });
  document.body.addEventListener("htmx:afterSettle", dress);
  // A poll that comes back late must not put an older board over a newer one.
  document.body.addEventListener("htmx:beforeSwap", function (event) {
    var now = el("board"), text = event.detail.xhr && event.detail.xhr.responseText || "";
    var told = /id="board"[^>]* data-v="(\d+)"/.exec(text);
    if (now && told && Number(told[1]) < Number(now.dataset.v)) { event.detail.shouldSwap = false; }
  });

  // The bell: an open stream that only says "look again". Without it the board asks every 2 s.
  var bell = null, rung = 0, toldBy = 0;
  function bellRings() { return bell && bell.readyState === 1 && Date.now() - rung < 6000; }
  document.body.addEventListener("htmx:configRequest", function (event) {
    if (event.target.id === "board" && bellRings()) { event.detail.parameters.bell = "1"; }
    if (event.target.id === "board" && toldBy) { event.detail.parameters.told = toldBy; }
  });
  // What the bell said while a board was on its way is asked for once that board stands: a request
  // that htmx kept waiting belonged to the board that was replaced, and is never sent.
  function behind() { var board = el("board"); return board && toldBy > Number(board.dataset.v); }
  document.body.addEventListener("htmx:afterSettle", function () { if (behind()) { refresh(); } });
  window.setInterval(function () { if (bell && (!bellRings() || behind())) { refresh(); } }, 2000);
  var page = document.querySelector("[data-bell]");
  if (page && page.dataset.bell && window.EventSource) {
    bell = new EventSource(page.dataset.bell);
    bell.onmessage = function (event) {
      rung = Date.now();
      heard();
      var told = JSON.parse(event.data), board = el("board");
      if (board && told.lot === Number(page.dataset.lot) && told.version > Number(board.dataset.v)) {
        toldBy = told.version;
        window.setTimeout(refresh, Math.random() * 300);  // not all phones in the same instant
      }
    };
  }
  window.setInterval(tell, 1000);
  window.addEventListener("pageshow", function (event) { if (event.persisted) { location.reload(); } });
  tell();
})();
