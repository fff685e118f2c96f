import type { Key } from "./keys";

type Scrolled = { top: number; lines: number; rows: number };

/** Returns the first line on the screen after a key press; null if the key does not scroll. */
export function pressToScroll({ name, text }: Key, { top, lines, rows }: Scrolled): number | null {
  const step = scrollStep({ name, text }, rows);
  if (step === null) return null;
  return Math.max(0, Math.min(top + step, Math.max(0, lines - rows)));
}

function scrollStep({ name, text }: Key, page: number): number | null {
  if (name === "up" || text === "k") return -1;
  if (name === "down" || text === "j") return 1;
  if (name === "pageUp") return -page;
  if (name === "pageDown" || text === " ") return page;
  return null;
}
