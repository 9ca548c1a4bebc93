// Keeps the parts of a page that are marked data-live fresh. Without it, the page shows what it showed when it was loaded.
"use strict";
(() => {
  const every = 2000;
  const refresh = async () => {
    if (document.hidden) return;
    const reply = await fetch(location.href, { headers: { Accept: "text/html" }, redirect: "error" });
    if (!reply.ok) return;
    const fresh = new DOMParser().parseFromString(await reply.text(), "text/html");
    for (const part of document.querySelectorAll("[data-live]")) {
      const next = fresh.getElementById(part.id);
      if (!next || next.innerHTML === part.dataset.shown) continue;
      part.dataset.shown = next.innerHTML;
      const open = new Set([...part.querySelectorAll("details[open]")].map((d) => d.id));
      const focused = document.activeElement && part.contains(document.activeElement) ? document.activeElement.id : "";
      part.replaceChildren(...next.childNodes);
      for (const d of part.querySelectorAll("details")) d.open = d.open || open.has(d.id);
      if (focused) document.getElementById(focused)?.focus();
    }
  };
  const loop = () => refresh().catch(() => {}).finally(() => setTimeout(loop, every));
  setTimeout(loop, every);
})();
