import {
  type ClickAction,
  type ClickGroup,
  type ClickSelection,
  clickValueKinds,
  refusalReason,
} from "@fairclick/core/clicks/decisions";
import { AppError } from "@fairclick/core/errors";
import {
  type ClickGroupFilter,
  type ClickPlace,
  type ClickSpan,
  type DecidableClick,
  listClicksById,
  listClicksOfGroup,
  listPendingIds,
} from "@fairclick/sql/clicks/click-decisions";
import { normaliseNetwork } from "@fairclick/sql/ip/lists";
import { markCounted, readNewest, requireSeen } from "../changes";
import type { Ctx } from "../context";

export type Skipped = {
  id: string;
  verdict: DecidableClick["verdict"] | "pending" | null;
  why: string;
};
type Found = { clicks: DecidableClick[]; skipped: Skipped[]; complete: boolean };

/** Max clicks of a group that one call decides. */
const CALL_LIMIT = 10_000;
const PAGE = 1_000;

type Wanted = { action: ClickAction; clicks: ClickSelection; seen?: string | undefined };
type Reader = Pick<Ctx, "db" | "now">;

/**
 * Finds the selected clicks in any state, and marks those that the action applies to. Ids without a
 * judged click are returned as skipped, with the reason. With the mark of a preview, clicks of the group
 * that are newer than those of the preview are left out: a link gets new ones all the time. Throws
 * `conflict` if the others are not the same any more.
 */
export async function findDecidableClicks(
  ctx: Reader,
  { action, clicks: selection, seen: preview }: Wanted,
): Promise<Found & { seen: string }> {
  const found =
    "ids" in selection
      ? await findNamed(ctx, selection.ids)
      : await findGroup(ctx, action, { ...selection.group, newest: readNewest(preview) });
  const counted = found.clicks.filter((click) => refusalReason(action, click) === null);
  const newest = counted.reduce((at, { clickedAt }) => Math.max(at, clickedAt.getTime()), 0);
  const seen = markCounted(
    counted.map(({ id }) => id),
    new Date(newest),
  );
  requireSeen(preview, seen);
  return { ...found, seen };
}

async function findNamed({ db }: Reader, named: string[]): Promise<Found> {
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
async function listByIds({ sql: db }: Ctx["db"], ids: string[]): Promise<DecidableClick[]> {
  const span = clickSpan(ids);
  const near = span ? await listClicksById(db, span) : [];
  const found = new Set(near.map(({ id }) => id));
  const rest = ids.filter((id) => !found.has(id));
  if (rest.length === 0) return near;
  return [...near, ...(await listClicksById(db, { ids: rest, from: null, to: null }))];
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
 * must name a campaign, creator, address, device or act. Clicks are held again only to undo an act.
 */
function isWithinReach(action: ClickAction, group: ClickGroup): boolean {
  const { campaignId, creatorId, address, device, actId } = group;
  if (action === "hold") return actId !== undefined;
  return action !== "reverse" || [campaignId, creatorId, address, device, actId].some(Boolean);
}

type Group = ClickGroup & { newest: Date | null };

async function findGroup(ctx: Reader, action: ClickAction, group: Group): Promise<Found> {
  const { db } = ctx;
  if (!isWithinReach(action, group)) {
    throw new AppError(
      "validation",
      action === "hold"
        ? "Clicks to hold again are found by the act that decided about them."
        : "Paid clicks are found by campaign, creator, address, device or act.",
    );
  }
  return readGroup(ctx, {
    action,
    campaignId: group.campaignId ?? null,
    creatorIds: group.creatorId === undefined ? null : [group.creatorId],
    network: group.address === undefined ? null : await normaliseNetwork(db.sql, group.address),
    signal: group.signal ?? null,
    from: group.from === undefined ? null : new Date(group.from),
    to: group.to === undefined ? null : new Date(group.to),
    newest: group.newest,
    values: pickValues(group),
    withoutCookie: group.withoutCookie ?? false,
    actId: group.actId ?? null,
  });
}

const anyClick = {
  ...{ campaignId: null, creatorIds: null, network: null, signal: null, from: null, to: null },
  ...{ newest: null, values: [], withoutCookie: false, actId: null },
};

type PaidClicks = { creatorIds: string[] } & Pick<ClickGroupFilter, "from" | "to" | "newest">;

/** Finds paid clicks of several creators, up to what one call decides. */
export function findPaidClicks(ctx: Reader, wanted: PaidClicks): Promise<Found> {
  return readGroup(ctx, { action: "reverse", ...wanted });
}

async function readGroup(
  { db }: Reader,
  given: Partial<ClickGroupFilter> & { action: ClickAction },
): Promise<Found> {
  const filter = { ...anyClick, ...given };
  const clicks: DecidableClick[] = [];
  while (clicks.length < CALL_LIMIT) {
    const after: ClickPlace | null = clicks.at(-1) ?? null;
    const page = await listClicksOfGroup(db.sql, { ...filter, after, limit: PAGE });
    clicks.push(...page);
    if (page.length < PAGE) return { clicks, skipped: [], complete: true };
  }
  return { clicks, skipped: [], complete: false };
}

function pickValues(group: ClickGroup): ClickGroupFilter["values"] {
  return clickValueKinds.flatMap((by) => {
    const value = group[by];
    return value === undefined ? [] : [{ by, value }];
  });
}
