// Keys of the ring: one key presses one button that stands on the page. They can be switched off,
// and never act while somebody types. Without this file every button still works by tap or Enter.
(function () {
  "use strict";
  var kept = "ring-keys";
  var on = true;
  try { on = localStorage.getItem(kept) !== "off"; } catch (e) { /* keys stay on */ }

  var toggle = document.createElement("button");
  toggle.type = "button";
  toggle.className = "btn sm keys-toggle";

  function show() {
    toggle.textContent = on ? "Keys: on" : "Keys: off";
    toggle.setAttribute("aria-pressed", String(on));
  }

  toggle.addEventListener("click", function () {
    on = !on;
    try { localStorage.setItem(kept, on ? "on" : "off"); } catch (e) { /* for this page only */ }
    show();
    toggle.blur();
  });

  function typing(place) {
    return place && (place.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(place.tagName));
  }

  // A panel is shown by its address; the first thing in it takes the focus.
  function open(name) {
    location.hash = name;
    var first = document.getElementById(name).querySelector("input:not([type=hidden]), button");
    if (first) { first.focus(); }
  }

  document.addEventListener("keydown", function (event) {
    if (!on || event.repeat || event.ctrlKey || event.altKey || event.metaKey) { return; }
    if (typing(event.target)) { return; }
    var key = event.key.toLowerCase();
    if (key.length !== 1 || key === "\"" || key === "\\") { return; }
    var button = document.querySelector("main.ring [data-key=\"" + key + "\"]");
    if (!button || button.getAttribute("aria-disabled") === "true") { return; }
    event.preventDefault();
    var address = button.getAttribute("href");
    if (address && address.charAt(0) === "#") {
      open(address.slice(1));
    } else {
      button.click();
    }
  });

  // A form of the ring is sent once: a second press while the answer is on its way does nothing.
  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "yes";
  });

  // A page the browser kept shows keys for a price that has passed: ask for it again.
  window.addEventListener("pageshow", function (event) {
    if (event.persisted) { location.replace(location.pathname.replace(/\/(lots|ring)\b.*$/, "/ring")); }
  });

  // Which part of the ring is open on a phone.
  function mark() {
    document.querySelectorAll(".ringtabs a").forEach(function (tab) {
      var part = /^#(lot|record)$/.test(location.hash) ? location.hash : "#main";
      if (tab.getAttribute("href") === part) {
        tab.setAttribute("aria-current", "true");
      } else {
        tab.removeAttribute("aria-current");
      }
    });
  }
  window.addEventListener("hashchange", mark);

  document.addEventListener("DOMContentLoaded", function () {
    show();
    mark();
    var mast = document.querySelector(".mast .sp");
    if (mast) { mast.after(toggle); }
  });
})();
