import type { ClickAction, ClickGroup, ClickSelection } from "@fairclick/core/clicks/decisions";
import { AppError } from "@fairclick/core/errors";
import {
  type ClickPlace,
  type ClickSpan,
  type DecidableClick,
  listClicksById,
  listClicksOfGroup,
  listPendingIds,
} from "@fairclick/sql/clicks/click-decisions";
import type { Db } from "@fairclick/sql/db/client";
import { normaliseNetwork } from "@fairclick/sql/ip/lists";

export type Skipped = {
  id: string;
  verdict: DecidableClick["verdict"] | "pending" | null;
  why: string;
};
export type Found = { clicks: DecidableClick[]; skipped: Skipped[]; complete: boolean };

/** Max clicks of a group that one call decides. */
const CALL_LIMIT = 10_000;
const PAGE = 1_000;

/**
 * Finds the selected clicks in any state. Ids without a judged click are returned as skipped, with
 * the reason.
 */
export function findDecidableClicks(
  db: Db,
  action: ClickAction,
  selection: ClickSelection,
): Promise<Found> {
  return "ids" in selection ? findNamed(db, selection.ids) : findGroup(db, action, selection.group);
}

async function findNamed(db: Db, named: string[]): Promise<Found> {
  const ids = [...new Set(named.map((id) => id.toLowerCase()))];
  const clicks = await listByIds(db, ids);
  const found = new Set(clicks.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  const pending = new Set(missing.length > 0 ? await listPendingIds(db.sql, missing) : []);
  const skipped = missing.map(
    (id): Skipped =>
      pending.has(id)
        ? { id, verdict: "pending", why: "The click is still pending" }
        : { id, verdict: null, why: "There is no such click" },
  );
  return { clicks, skipped, complete: true };
}

/** Reads the days that the ids name first, which are few partitions, then all others. */
async function listByIds(db: Db, ids: string[]): Promise<DecidableClick[]> {
  const span = clickSpan(ids);
  const near = span ? await listClicksById(db.sql, span) : [];
  const found = new Set(near.map(({ id }) => id));
  const rest = ids.filter((id) => !found.has(id));
  if (rest.length === 0) return near;
  return [...near, ...(await listClicksById(db.sql, { ids: rest, from: null, to: null }))];
}

/** A UUIDv7 begins with its time in milliseconds, which is the time of the click. */
function clickSpan(ids: string[]): ClickSpan | null {
  const times = ids
    .filter((id) => id[14] === "7")
    .map((id) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
  if (times.length === 0) return null;
  const at = (ms: number) => new Date(ms);
  return { ids, from: at(Math.min(...times) - 1_000), to: at(Math.max(...times) + 1_000) };
}

/**
 * Returns true if an index can find the clicks. Held clicks are few. Almost all clicks are paid, so a reversal
 * must name a campaign, creator, address or act. Clicks are held again only to undo an act.
 */
function isWithinReach(action: ClickAction, group: ClickGroup): boolean {
  const { campaignId, creatorId, address, actId } = group;
  if (action === "hold") return actId !== undefined;
  return action !== "reverse" || [campaignId, creatorId, address, actId].some(Boolean);
}

async function findGroup(db: Db, action: ClickAction, group: ClickGroup): Promise<Found> {
  if (!isWithinReach(action, group)) {
    throw new AppError(
      "validation",
      action === "hold"
        ? "Clicks to hold again are found by the act that decided about them."
        : "Paid clicks are found by campaign, creator, address or act.",
    );
  }
  const filter = {
    action,
    campaignId: group.campaignId ?? null,
    creatorId: group.creatorId ?? null,
    network: group.address === undefined ? null : await normaliseNetwork(db.sql, group.address),
    signal: group.signal ?? null,
    from: group.from === undefined ? null : new Date(group.from),
    to: group.to === undefined ? null : new Date(group.to),
    actId: group.actId ?? null,
  };
  const clicks: DecidableClick[] = [];
  while (clicks.length < CALL_LIMIT) {
    const after: ClickPlace | null = clicks.at(-1) ?? null;
    const page = await listClicksOfGroup(db.sql, { ...filter, after, limit: PAGE });
    clicks.push(...page);
    if (page.length < PAGE) return { clicks, skipped: [], complete: true };
  }
  return { clicks, skipped: [], complete: false };
}
