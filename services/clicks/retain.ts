import { ipKey, isPublicAddress } from "@fairclick/core/ip/numbers";
import { createAddressBuckets } from "@fairclick/core/memory";
import { retentionDays } from "@fairclick/core/operations/privacy";
import { deleteReportsBefore } from "@fairclick/sql/campaigns/reports";
import {
  dropClickDay,
  forgetClickVisitors,
  limitLockWaits,
  listClickDaysBefore,
  makeClickPartitions,
  upsertHoneypotMarks,
} from "@fairclick/sql/clicks/retention";
import { deletePlayersBefore } from "@fairclick/sql/conversions/players";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { getDeviceKeys, type Visitor } from "../accounts/devices";
import type { Ctx } from "../context";

const DAY_MS = 24 * 3_600_000;
/** One statement sums all clicks of a day. */
const wholeDay = { statementTimeoutMs: 60 * 60_000 };

/** Days of clicks. */
export type Forgotten = { anonymised: number; dropped: number; kept: number };

/**
 * Anonymises clicks and deletes reports of links, and later drops whole days of clicks. Verdicts,
 * payouts and counters stay provable: a dropped day leaves its sums. A day with undecided clicks stays.
 * Each day has its own transaction.
 */
export async function forgetClicks(ctx: Ctx): Promise<Forgotten> {
  const before = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS);
  const forgotten: Forgotten = { anonymised: 0, dropped: 0, kept: 0 };
  for (const day of await listClickDaysBefore(ctx.db.sql, before(retentionDays.clicks))) {
    if (await withTx(ctx.db, (tx) => dropClickDay(tx, day), wholeDay)) forgotten.dropped += 1;
    else forgotten.kept += 1;
  }
  forgotten.anonymised = await forgetClickVisitors(
    ctx.db.sql,
    before(retentionDays.clickAddresses),
  );
  await forgetPlayers(ctx, before(retentionDays.clickAddresses));
  await forgetReports(ctx, before(retentionDays.clickAddresses));
  if (forgotten.anonymised > 0 || forgotten.dropped > 0) ctx.log.info(forgotten, "Forgot clicks");
  return forgotten;
}

const SLICE = 5_000;

/** What they were counted for stays. */
async function forgetPlayers({ db }: Ctx, before: Date): Promise<void> {
  while ((await deletePlayersBefore(db.sql, { before, limit: SLICE })) === SLICE);
}

/** The address that they were about stays, with what was decided. */
async function forgetReports({ db }: Ctx, before: Date): Promise<void> {
  while ((await deleteReportsBefore(db.sql, { before, limit: SLICE })) === SLICE);
}

const PARTITION_MS = 86_400_000;
/** Clicks can arrive late from a spool, and workers can be down for a while. */
const DAYS_BACK = 2;
const DAYS_AHEAD = 7;
/** The statement also moves clicks that were stored before their partition existed. */
const STATEMENT_TIMEOUT_MS = 60_000;
/** How long to wait for transactions that use the table (ms). All others wait behind this. */
const LOCK_TIMEOUT_MS = 10_000;

/** Creates the daily partitions of `clicks` ahead of time. Throws if the table is not free in time. */
export async function maintainPartitions(
  ctx: Ctx,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
): Promise<{ made: number }> {
  const now = ctx.now().getTime();
  const days = {
    from: new Date(now - DAYS_BACK * PARTITION_MS),
    to: new Date(now + DAYS_AHEAD * PARTITION_MS),
  };
  const make = async (tx: Tx) => {
    await limitLockWaits(tx, lockTimeoutMs);
    return makeClickPartitions(tx, days);
  };
  const made = await withTx(ctx.db, make, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  if (made > 0) ctx.log.info({ made }, "Made partitions for clicks");
  return { made };
}

/** A mark lasts for hours: a few at once cover the devices behind one address, later ones extend them. */
const buckets = createAddressBuckets({ burst: 10, perSecond: 1 / 60 });

/**
 * Records the device and address that followed an invisible link; private addresses are left out.
 * Above ten marks per address, plus one per minute, nothing is written.
 */
export async function markHoneypot(
  ctx: Pick<Ctx, "db" | "now" | "log">,
  visitor: Visitor,
): Promise<void> {
  if (!buckets.take(visitor.ip, ctx.now().getTime())) return;
  const deviceKeys = await getDeviceKeys(ctx.db);
  const devices = [deviceKeys.weak(visitor)];
  if (visitor.device) devices.push(deviceKeys.known(visitor.device));
  const marks = [
    ...devices.map((key) => ({ kind: "device" as const, key })),
    ...(isPublicAddress(visitor.ip) ? [{ kind: "ip" as const, key: ipKey(visitor.ip) }] : []),
  ];
  await upsertHoneypotMarks(ctx.db.sql, { marks, markedAt: ctx.now() });
}
