// What is wrong with the page a reader of any kind has before him; an empty list where nothing is.
async (expected) => {
  const wrong = [];
  const root = document.documentElement;
  const say = (what, one) => wrong.push(what + ": " + one.outerHTML.replace(/\s+/g, " ").slice(0, 160));
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[hidden]");

  if (root.lang !== expected.lang || root.dir !== expected.dir) wrong.push(`lang ${root.lang} dir ${root.dir}`);
  for (const one of document.querySelectorAll("[lang]")) {
    const told = { en: "ltr", te: "ltr", hi: "ltr", ur: "rtl" }[one.lang];
    if (told && getComputedStyle(one).direction !== told) say("direction", one);
  }

  // A sum that nothing isolates is turned round in Urdu: ₹500 is read as 500₹.
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (root.dir === "rtl" && texts.nextNode()) {
    const text = texts.currentNode, on = text.parentElement;
    if (/(^|[^\u2066])₹\s*[0-9]/.test(text.data) && !on.closest("bdi, [dir=ltr]:not(html), script, svg, option"))
      say("a sum outside bdi", on);
  }

  // Whatever opens is opened, so that what lies within is looked at too.
  for (const one of document.querySelectorAll("details")) one.open = true;
  for (const one of document.querySelectorAll(".panel")) one.classList.add("open");
  const menu = document.querySelector("details.menu");

  const least = (one) => (expected.live && one.closest("main, .dock") && one.matches("button, .btn, summary, input, select, .dock a") ? 44 : 24);
  const ways = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  for (const one of document.querySelectorAll(ways)) {
    if (!seen(one) || one.classList.contains("skip")) continue;
    const style = getComputedStyle(one);
    const said = one.parentElement.textContent.replace(one.textContent, "").trim();
    if (one.matches("a") && style.display === "inline" && said && !one.closest("nav")) continue; // within a sentence
    const label = one.matches("[type=radio], [type=checkbox]") && one.labels && one.labels[0];
    const boxes = [one, label].filter(Boolean).map((it) => it.getBoundingClientRect());
    const large = Math.max(...boxes.map((box) => Math.min(box.width, box.height)));
    if (large + 0.5 < least(one)) say(`${boxes[0].width.toFixed()} × ${boxes[0].height.toFixed()} of ${least(one)} px`, one);
  }
  if (menu && menu.open && document.documentElement.scrollWidth > innerWidth) wrong.push("the menu is wider than the screen");
  if (menu) menu.open = false;
  if (root.scrollWidth > innerWidth) {
    wrong.push(`sideways by ${root.scrollWidth - innerWidth} px`);
    for (const one of document.querySelectorAll("body *")) {
      const box = one.getBoundingClientRect();
      if ((box.right > innerWidth + 1 || box.left < -1) && seen(one) && !one.closest(".vh, .sideways")) { say("wide", one); break; }
    }
  }

  root.dataset.light = expected.light;
  const found = await axe.run(document, { resultTypes: ["violations"] });
  for (const rule of found.violations) {
    if (!["serious", "critical"].includes(rule.impact)) continue;
    for (const node of rule.nodes.slice(0, 3))
      wrong.push(`axe ${rule.id} (${rule.impact}, ${expected.light}): ${node.html.replace(/\s+/g, " ").slice(0, 200)} — ${node.any.concat(node.all, node.none).map((it) => it.message).join("; ").slice(0, 240)}`);
  }
  return wrong;
}
