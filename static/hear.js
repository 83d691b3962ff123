// Reads the page aloud when "Hear" is pressed; by itself only on a device where that was asked for.
// Nothing is loaded before. Without this script the link opens the sound as it is.
(function () {
  "use strict";
  const link = document.querySelector("a.hear");
  if (!link) return;
  const choice = document.querySelector(".voice");
  let sound = null;

  function chosen() {
    try {
      return localStorage.getItem("aloud") || "off";
    } catch {
      return "off"; // storage is shut: the choice then lasts as long as the page
    }
  }

  function tell(speaking) {
    link.setAttribute("aria-pressed", String(speaking));
  }

  function stop() {
    if (sound) sound.pause();
    sound = null;
    tell(false);
  }

  function speak(whenShut) {
    const fresh = new Audio(link.href);
    sound = fresh;
    tell(true);
    fresh.addEventListener("ended", stop);
    fresh.play().catch(() => {
      if (sound !== fresh) return; // stopped by hand before it began
      stop();
      whenShut();
    });
  }

  function show(how) {
    for (const button of choice.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.value === how));
    }
  }

  link.setAttribute("role", "button");
  tell(false);
  link.addEventListener("click", (press) => {
    press.preventDefault();
    if (sound) stop();
    else speak(() => window.location.assign(link.href));
  });
  link.addEventListener("keydown", (press) => {
    if (press.key !== " ") return; // a button answers to the space bar too
    press.preventDefault();
    link.click();
  });
  choice.hidden = false;
  show(chosen());
  choice.addEventListener("click", (press) => {
    const button = press.target.closest("button");
    if (!button) return;
    try {
      localStorage.setItem("aloud", button.value);
    } catch {
      // as above
    }
    show(button.value);
  });
  // A browser may refuse to sound before anything was pressed: then the button waits.
  if (chosen() === "on") speak(() => {});
})();
