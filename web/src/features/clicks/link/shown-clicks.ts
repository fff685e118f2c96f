import type { LiveClick } from "@fairclick/core/clicks/live-click-schema";
import type { OwnClick } from "@fairclick/core/clicks/own-clicks-schema";

/** A click on the screen. `cameAt` and `dueAt`, when it can be judged, are by this device's clock. */
export type ShownClick = OwnClick & { cameAt: number; dueAt: number | null };

const MOST_LIVE = 300;

/** A click as it came, whose seconds count from the moment that it did. */
export function toShownClick(click: OwnClick | LiveClick, cameAt: number): ShownClick {
  const { judgedInSeconds } = click;
  const dueAt = judgedInSeconds === null ? null : cameAt + judgedInSeconds * 1_000;
  return { appeal: null, appealUntil: null, ...click, cameAt, dueAt };
}

/** The live clicks with those that have just come, and without the oldest of too many. */
export function addLiveClicks(known: ShownClick[], came: ShownClick[]): ShownClick[] {
  const fresh = new Set(came.map(({ id }) => id));
  return newestFirst([...known.filter(({ id }) => !fresh.has(id)), ...came]).slice(0, MOST_LIVE);
}

/**
 * What has been listed together with what came live. Of the same click a verdict is newer than
 * none, and of two verdicts the one that came later; of the same one the listed knows more. Live
 * clicks older than the list belong to its next page.
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
