"use strict";
// A photo from a phone is made smaller before it is sent, and a paper that did not go is told so
// and kept in the form: the button sends it again. Without this script the form goes as it is.
(() => {
  const SIDE = 1600, ENOUGH = 400 * 1024, QUALITY = 0.8;

  async function smaller(file) {
    if (!/^image\/(jpeg|png|webp)$/.test(file.type) || file.size <= ENOUGH) return file;
    try {
      const picture = await createImageBitmap(file);
      const part = Math.min(1, SIDE / Math.max(picture.width, picture.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(picture.width * part);
      canvas.height = Math.round(picture.height * part);
      const paper = canvas.getContext("2d");
      paper.fillStyle = "#fff";
      paper.fillRect(0, 0, canvas.width, canvas.height);
      paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const made = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
      return made && made.size < file.size ? new File([made], file.name, { type: made.type }) : file;
    } catch {
      return file; // what cannot be opened here is for the portal to refuse
    }
  }

  async function send(form) {
    const says = form.querySelector("[data-paper-says]");
    const answers = new FormData(form);
    const chosen = answers.get("file");
    says.textContent = form.dataset.sending;
    if (chosen && chosen.size) answers.set("file", await smaller(chosen), chosen.name);
    let reply;
    try {
      reply = await fetch(form.action, { method: "POST", body: answers, redirect: "manual" });
    } catch {
      says.textContent = form.dataset.failed;
      return;
    }
    if (reply.type === "opaqueredirect") { // it was kept
      const after = new URL(form.dataset.after, location.href);
      if (after.pathname === location.pathname) location.reload();
      else location.assign(after);
      return;
    }
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const told = [...page.querySelectorAll("#faults, [role=alert]")]
      .map((one) => one.textContent.trim().replace(/\s+/g, " ")).find(Boolean);
    says.textContent = told || form.dataset.failed;
  }

  for (const form of document.querySelectorAll("[data-paper-form]")) {
    let going = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (going) return;
      going = true;
      send(form).finally(() => { going = false; });
    });
  }
})();
