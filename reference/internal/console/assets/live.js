// Keeps the parts of a page that are marked data-live fresh. Without it, the page shows what it showed when it was loaded.
"use strict";
(() => {
  const every = 2000;
  const parts = [...document.querySelectorAll("[data-live]")];
  const shown = new Map(parts.map((part) => [part.id, part.innerHTML]));

  const replace = (part, fresh) => {
    if (!fresh || fresh.innerHTML === shown.get(part.id)) return;
    shown.set(part.id, fresh.innerHTML);
    const open = new Set([...part.querySelectorAll("details[open]")].map((d) => d.id));
    const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
    part.replaceChildren(...fresh.childNodes);
    for (const d of part.querySelectorAll("details")) d.open = open.has(d.id);
    if (focused) document.getElementById(focused)?.focus();
  };

  const refresh = async () => {
    if (document.hidden) return;
    // "live" leaves alone what only a page that a person sees may take, such as a new secret.
    const reply = await fetch(location.pathname + "?live=1", { redirect: "error" });
    if (!reply.ok) return;
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    for (const part of parts) replace(part, page.getElementById(part.id));
  };

  const loop = () => refresh().catch(() => {}).finally(() => setTimeout(loop, every));
  setTimeout(loop, every);
})();
