// Says beside the slider on which day it stands. Without it the slider works as well.
(function () {
  "use strict";
  const form = document.getElementById("slide");
  if (!form) return;
  const said = document.getElementById("slid-to");

  function say() {
    const day = new Date(form.elements.counted_from.value + "T00:00:00Z");
    day.setUTCDate(day.getUTCDate() + Number(form.elements.days.value));
    const written = { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" };
    const days = form.elements.days.value;
    said.textContent = `${days === "1" ? "1 day" : `${days} days`} on: ${day.toLocaleDateString("en-GB", written).replace(",", "")}`;
    said.hidden = false;
  }

  form.elements.days.addEventListener("input", say);
  say();
})();
