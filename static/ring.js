// The clerk's ring. One key presses one button that stands on the page; keys can be switched off
// and never act while somebody types. A bid that cannot be sent is kept here, in order, and sent
// once the link is back. Without this file every button works by tap or Enter.
(function () {
  "use strict";
  var main = document.getElementById("main");
  var sale = location.pathname.split("/")[2];
  var shelf = "ring-outbox-" + sale;
  var on = read("ring-keys") !== "off";
  var waiting = 0, pressed = [];         // requests under way, and keys pressed meanwhile
  var news = Date.now(), sending = false;
  var kept = JSON.parse(read(shelf) || "[]");

  function read(name) { try { return localStorage.getItem(name); } catch (e) { return null; } }
  function write(name, value) { try { localStorage.setItem(name, value); } catch (e) { /* this page only */ } }
  function el(id) { return document.getElementById(id); }
  function fresh() { return window.crypto && crypto.randomUUID ? crypto.randomUUID() : Date.now() + "-" + Math.random(); }
  function typing(place) { return place && (place.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(place.tagName)); }
  function rupees(n) { return "₹" + Number(n).toLocaleString("en-IN"); }

  // Keys
  var toggle = document.createElement("button");
  toggle.type = "button";
  toggle.className = "btn sm keys-toggle";
  function show() {
    toggle.textContent = on ? "Keys: on" : "Keys: off";
    toggle.setAttribute("aria-pressed", String(on));
  }
  toggle.addEventListener("click", function () { on = !on; write("ring-keys", on ? "on" : "off"); show(); main.focus(); });

  function open(name) {
    document.querySelectorAll(".panel.open").forEach(function (one) { one.classList.remove("open"); });
    var panel = el(name);
    if (!panel) { return; }
    panel.classList.add("open");
    (panel.querySelector("input:not([type=hidden]), select, button") || panel).focus();
    panel.scrollIntoView({block: "nearest"});
  }
  function press(key) {
    if (key === "j") { var box = el("jump"); if (box) { box.focus(); box.select(); } return true; }
    var found = main.querySelector('[data-key="' + key + '"]');
    if (!found || found.getAttribute("aria-disabled") === "true") { return false; }
    if (waiting) { pressed.push(key); return true; }
    var address = found.getAttribute("href");
    if (address && address.charAt(0) === "#") { open(address.slice(1)); } else { found.click(); }
    return true;
  }
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") {
      document.querySelectorAll(".panel.open").forEach(function (one) { one.classList.remove("open"); });
      main.focus();
      return;
    }
    if (!on || event.repeat || event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) { return; }
    var key = event.key.toLowerCase();
    if (key.length !== 1 || key === "\"" || key === "\\") { return; }
    if (key === " " && /^(BUTTON|A|SUMMARY)$/.test(event.target.tagName)) { return; }
    if (press(key)) { event.preventDefault(); }
  });
  document.addEventListener("click", function (event) {
    var way = event.target.closest && event.target.closest('a[href^="#"]');
    var panel = way && el(way.getAttribute("href").slice(1));
    if (panel && panel.classList.contains("panel")) { event.preventDefault(); open(panel.id); }
    var dim = event.target.closest && event.target.closest('[aria-disabled="true"]');
    if (dim) { event.preventDefault(); event.stopPropagation(); }
  }, true);

  // Refresh the whole ring when another screen moved it, unless somebody is typing.
  function busy() { return typing(document.activeElement) || document.querySelector(".panel.open") || waiting; }
  function look() { // a link that is cut meanwhile is told by what waits, not by this
    htmx.ajax("GET", "/sales/" + sale + "/ring", {target: "#main", swap: "innerHTML show:none"}).catch(function () {});
  }
  function refresh() {
    if (!busy()) { look(); }
  }
  document.body.addEventListener("ring-moved", refresh);

  // What was on its way while a key was pressed tells nothing new, and must not un-arm Sold: a poll of
  // the board, or the whole ring asked for by refresh, which htmx sends in the name of the body.
  document.body.addEventListener("htmx:beforeSwap", function (event) {
    var board = el("board"), from = event.detail.requestConfig;
    var told = /id="board"[^>]* data-v="(\d+)"/.exec(event.detail.xhr.responseText || "");
    if (!from || !from.elt || !board || !told) { return; }
    var late = from.elt.id === "board" || (from.elt === document.body && document.querySelector("[data-armed]"));
    if (late && Number(told[1]) <= Number(board.dataset.v)) { event.detail.shouldSwap = false; }
  });

  // The outbox
  function keep(form) {
    kept.push({url: form.getAttribute("action"), body: new URLSearchParams(new FormData(form)).toString(), made: Date.now()});
    write(shelf, JSON.stringify(kept));
    var step = Number(main.querySelector("[data-step]").dataset.step), amount = Number(form.amount.value) + step;
    main.querySelectorAll("form[data-bid]").forEach(function (one) {
      one.amount.value = amount;
      one.seen.value = Number(one.seen.value) + 1;
      one.key.value = fresh();
    });
    el("asking").textContent = rupees(amount);
    main.querySelectorAll(".key.lead").forEach(function (one) { one.classList.remove("lead"); });
    tell();
  }
  function forget() { kept.shift(); write(shelf, JSON.stringify(kept)); }
  function send() {
    if (sending || !kept.length) { return; }
    sending = true;
    var one = kept[0], ago = Math.max(0, Math.round((Date.now() - one.made) / 1000));
    fetch(one.url, {method: "POST", body: one.body + "&ago=" + ago, headers: {"HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded"}}).then(function (reply) {
      sending = false;
      if (reply.status >= 500) { return null; }
      return reply.text().then(function (text) {
        if (reply.status >= 400) {
          var said = new DOMParser().parseFromString(text, "text/html").getElementById("refusal");
          lost(one, said ? said.textContent.trim() : "refused");
        }
        forget();
        news = Date.now();
        tell();
        if (kept.length) { send(); } else { look(); }
      });
    }).catch(function () { sending = false; });
  }
  var refused = [];
  function lost(one, why) {
    var form = new URLSearchParams(one.body);
    refused.push("Not taken: card " + (form.get("card") || "of the ring") + ", " + rupees(form.get("amount")) + ". " + why);
  }
  document.body.addEventListener("htmx:beforeRequest", function (event) {
    var form = event.target;
    if (form.matches && form.matches("form[data-bid]") && (kept.length || silent() > 5)) { event.preventDefault(); keep(form); return; }
    if (main.contains(form) && form.id !== "board" && !form.matches("[hx-trigger]")) { waiting += 1; }
  });
  function noLink(event) {
    var form = event.target;
    if (!form.matches) { return; }
    if (form.matches("form[data-bid]")) { keep(form); return; }
    if (form.id !== "board" && !form.matches("[hx-trigger]")) {
      el("refusal").textContent = "No link. That was NOT done. Keep selling in the ring and write it on the paper sheet.";
    }
  }
  document.body.addEventListener("htmx:sendError", noLink);
  document.body.addEventListener("htmx:timeout", noLink);
  document.body.addEventListener("htmx:afterRequest", function (event) {
    var from = event.target;
    if (from.matches && main && from.id !== "board" && !from.matches("[hx-trigger]") && waiting) { waiting -= 1; }
    if (event.detail.xhr && event.detail.xhr.status > 0 && event.detail.xhr.status < 500) {
      news = Date.now();
      send();
    }
  });
  document.body.addEventListener("htmx:afterSettle", function () {
    if (document.activeElement === document.body || !document.activeElement) { main.focus({preventScroll: true}); }
    var first = main.querySelector("[autofocus]");
    if (first && !first.dataset.focused) { first.dataset.focused = "yes"; first.focus(); }
    tell();
    if (el("fresh-keys")) { refresh(); }
    if (el("refusal").textContent.trim()) { pressed = []; }
    if (!waiting && pressed.length) { press(pressed.shift()); }
  });

  // The foot: is what was done saved, what waits, since when the link is cut.
  function silent() { return Math.round((Date.now() - news) / 1000); }
  function tell() {
    var foot = el("foot"), list = el("kept");
    if (foot) {
      var off = silent() > 5;
      foot.classList.toggle("off", off);
      el("link-says").textContent = (off ? (silent() > 60 ? foot.dataset.paper : foot.dataset.off) : foot.dataset.saved).replace("{n}", silent());
      el("waiting-says").textContent = kept.length + " waiting to send";
    }
    if (list) {
      list.textContent = "";
      kept.slice().reverse().map(function (one) {
        var form = new URLSearchParams(one.body);
        return (form.get("card") ? "Card " + form.get("card") : "Ring") + ", " + rupees(form.get("amount")) + ": kept here";
      }).concat(refused).forEach(function (words) {
        var li = document.createElement("li");
        li.className = "held";
        li.textContent = words;
        list.appendChild(li);
      });
      list.hidden = !list.children.length;
    }
  }
  window.setInterval(function () { tell(); if (kept.length) { send(); } }, 1000);

  window.addEventListener("pageshow", function (event) {
    if (event.persisted) { location.replace("/sales/" + sale + "/ring"); }
  });
  function mark() {
    document.querySelectorAll(".ringtabs a").forEach(function (tab) {
      var part = /^#(lot|record)$/.test(location.hash) ? location.hash : "#main";
      if (tab.getAttribute("href") === part) { tab.setAttribute("aria-current", "true"); } else { tab.removeAttribute("aria-current"); }
    });
  }
  window.addEventListener("hashchange", mark);
  document.addEventListener("DOMContentLoaded", function () {
    var mast = document.querySelector(".mast .sp");
    if (mast) { mast.after(toggle); }
    show(); mark(); tell();
    if (!typing(document.activeElement)) { main.focus({preventScroll: true}); }
  });
})();
