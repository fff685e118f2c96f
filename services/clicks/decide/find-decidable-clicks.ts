import type { ClickGroup, ClickSelection } from "@fairclick/core/clicks/click-decisions-schema";
import type { ClickAction } from "@fairclick/core/clicks/decisions";
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
import { getNetworkOf } from "@fairclick/sql/ip/ip-ranges";

export type Skipped = {
  id: string;
  verdict: DecidableClick["verdict"] | "pending" | null;
  why: string;
};
export type Found = { clicks: DecidableClick[]; skipped: Skipped[]; complete: boolean };

/** So many clicks of a group are decided by one call. */
const CALL_LIMIT = 10_000;
const PAGE = 1_000;

/** The clicks that are meant, whatever they are by now; of ids that no judged click has, what is known. */
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
        ? { id, verdict: "pending", why: "It is not judged yet" }
        : { id, verdict: null, why: "There is no such click" },
  );
  return { clicks, skipped, complete: true };
}

/** First on the days that the ids tell, which are few partitions, then everywhere. */
async function listByIds(db: Db, ids: string[]): Promise<DecidableClick[]> {
  const span = spanOf(ids);
  const near = span ? await listClicksById(db.sql, span) : [];
  const found = new Set(near.map(({ id }) => id));
  const rest = ids.filter((id) => !found.has(id));
  if (rest.length === 0) return near;
  return [...near, ...(await listClicksById(db.sql, { ids: rest, from: null, to: null }))];
}

/** An id of version 7 begins with the milliseconds at which it was made, as its click was. */
function spanOf(ids: string[]): ClickSpan | null {
  const times = ids
    .filter((id) => id[14] === "7")
    .map((id) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
  if (times.length === 0) return null;
  const at = (ms: number) => new Date(ms);
  return { ids, from: at(Math.min(...times) - 1_000), to: at(Math.max(...times) + 1_000) };
}

/** Held clicks are few. Paid ones are nearly all there are, and only these lead to some of them by an index. */
function isWithinReach(action: ClickAction, group: ClickGroup): boolean {
  const { campaignId, creatorId, address, actId } = group;
  return action !== "reverse" || [campaignId, creatorId, address, actId].some(Boolean);
}

async function findGroup(db: Db, action: ClickAction, group: ClickGroup): Promise<Found> {
  if (!isWithinReach(action, group)) {
    throw new AppError("validation", "Paid clicks are found by campaign, creator, address or act.");
  }
  const filter = {
    action,
    campaignId: group.campaignId ?? null,
    creatorId: group.creatorId ?? null,
    network: group.address === undefined ? null : await getNetworkOf(db.sql, group.address),
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
