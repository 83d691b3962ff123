// Keeps the light the reader chose for this device: auto, day, sun or dark.
(function () {
  "use strict";
  const root = document.documentElement;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");

  function chosen() {
    try {
      return localStorage.getItem("light") || "auto";
    } catch {
      return "auto"; // storage is shut: the choice then lasts as long as the page
    }
  }

  function shine(light) {
    root.dataset.light = light === "auto" ? (dark.matches ? "dark" : "day") : light;
    for (const button of document.querySelectorAll(".light:not(.voice) button")) {
      button.setAttribute("aria-pressed", String(button.value === light));
    }
  }

  shine(chosen());
  dark.addEventListener("change", () => shine(chosen()));
  document.addEventListener("DOMContentLoaded", () => {
    shine(chosen());
    for (const group of document.querySelectorAll(".light:not(.voice)")) {
      group.hidden = false;
      group.addEventListener("click", (press) => {
        const button = press.target.closest("button");
        if (!button) return;
        try {
          localStorage.setItem("light", button.value);
        } catch {
          // as above
        }
        shine(button.value);
      });
    }
  });
})();
