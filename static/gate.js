"use strict";
// The code on a paper is read by the camera where the browser can read codes; elsewhere the button
// stays hidden and the number is typed. Nothing is sent but the words of the code, by the form.
(() => {
  const form = document.querySelector("[data-gate]");
  if (!form || !("BarcodeDetector" in window) || !navigator.mediaDevices) return;
  const start = form.querySelector("[data-scan]"), picture = form.querySelector("video");
  const says = form.querySelector("[data-gate-says]"), paper = form.querySelector("[name=paper]");
  let stream = null;

  function stop() {
    if (stream) for (const track of stream.getTracks()) track.stop();
    stream = null;
    picture.hidden = true;
  }

  async function look(detector) {
    while (stream) {
      const found = await detector.detect(picture).catch(() => []);
      if (found.length) {
        paper.value = found[0].rawValue;
        stop();
        form.submit();
        return;
      }
      await new Promise((done) => setTimeout(done, 200));
    }
  }

  async function scan() {
    if (stream) { stop(); return; }
    try {
      const detector = new BarcodeDetector({ formats: ["qr_code"] });
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      picture.srcObject = stream;
      picture.hidden = false;
      await picture.play();
      says.textContent = form.dataset.looking;
      look(detector);
    } catch {
      stop();
      says.textContent = form.dataset.noCamera;
      paper.focus();
    }
  }

  BarcodeDetector.getSupportedFormats().then((formats) => {
    if (!formats.includes("qr_code")) return;
    start.hidden = false;
    start.addEventListener("click", scan);
  });
  addEventListener("pagehide", stop);
})();
