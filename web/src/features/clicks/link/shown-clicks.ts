import type { LiveClick, OwnClick } from "@fairclick/core/clicks/campaign-clicks";

/** A click on the screen. `cameAt` (arrival) and `dueAt` (verdict due) are device times (ms). */
export type ShownClick = OwnClick & { cameAt: number; dueAt: number | null };

const MAX_LIVE = 300;

/** Converts a click; its countdown starts at `cameAt`. */
export function toShownClick(click: OwnClick | LiveClick, cameAt: number): ShownClick {
  const { judgedInSeconds } = click;
  const dueAt = judgedInSeconds === null ? null : cameAt + judgedInSeconds * 1_000;
  return { appeal: null, appealUntil: null, ...click, cameAt, dueAt };
}

/** Adds or replaces live clicks, and drops the oldest above the maximum. */
export function addLiveClicks(known: ShownClick[], came: ShownClick[]): ShownClick[] {
  const fresh = new Set(came.map(({ id }) => id));
  return newestFirst([...known.filter(({ id }) => !fresh.has(id)), ...came]).slice(0, MAX_LIVE);
}

/**
 * Merges listed and live clicks. A verdict replaces pending, and a later verdict replaces an earlier
 * one; if both are equal, the listed click stays because it has more details. Live clicks older than
 * the list are left out: they belong to its next page.
 */
export function mergeClicks(listed: ShownClick[], live: ShownClick[], complete: boolean) {
  const newer = new Map(live.map((click) => [click.id, click]));
  const known = new Set(listed.map(({ id }) => id));
  const oldest = listed.at(-1)?.clickedAt;
  const added = live.filter(
    ({ id, clickedAt }) =>
      !known.has(id) && (complete || oldest === undefined || clickedAt >= oldest),
  );
  const updated = listed.map((click) => {
    const other = newer.get(click.id);
    return other && isNewer(other, click) ? other : click;
  });
  return newestFirst([...added, ...updated]);
}

function isNewer(live: ShownClick, listed: ShownClick): boolean {
  if (listed.verdict === "pending") return true;
  if (live.verdict === "pending" || live.verdict === listed.verdict) return false;
  return live.cameAt > listed.cameAt;
}

function newestFirst(clicks: ShownClick[]): ShownClick[] {
  return clicks.sort((a, b) => b.clickedAt.localeCompare(a.clickedAt) || b.id.localeCompare(a.id));
}
