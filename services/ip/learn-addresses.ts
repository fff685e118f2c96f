import { policy } from "@fairclick/core/clicks/policy";
import { type LearntAddress, learnAddress } from "@fairclick/core/ip/learn-address";
import type { Db } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  deleteOldSharedFacts,
  listBusyAddresses,
  listPaidDevices,
  listPlaces,
  upsertLearntAddresses,
} from "@fairclick/sql/ip/learnt-addresses";
import type { Ctx } from "../context";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Addresses looked at in a run, the busiest first, and at once. */
const MAX_ADDRESSES = 20_000;
const ADDRESSES_AT_ONCE = 200;
/** Paid clicks read of an address. */
const MAX_CLICKS = 1_000;
const LONGEST_READ_MS = 5 * 60_000;

/**
 * Learns addresses that many people share, for as long as clicks keep showing it. Reads the clicks of
 * the last day once, for addresses with enough devices on that day to reach the number in a week; of
 * these it reads the last clicks of the week. Safe to run twice.
 */
export async function learnAddresses(ctx: Ctx): Promise<{ learnt: number }> {
  const { learntDays, learntDevices } = policy.shared;
  const at = ctx.now();
  const since = new Date(at.getTime() - learntDays * DAY_MS);
  const limit = { statementTimeoutMs: LONGEST_READ_MS };
  const busy = await withTx(
    ctx.db,
    (tx) =>
      listBusyAddresses(tx, {
        from: new Date(at.getTime() - DAY_MS),
        to: at,
        devices: Math.ceil(learntDevices / learntDays),
        limit: MAX_ADDRESSES,
      }),
    limit,
  );
  let learnt = 0;
  for (let from = 0; from < busy.length; from += ADDRESSES_AT_ONCE) {
    const found = await learnSome(ctx.db, busy.slice(from, from + ADDRESSES_AT_ONCE), since);
    learnt += found.length;
    if (found.length === 0) continue;
    const expiresAt = new Date(at.getTime() + learntDays * DAY_MS);
    await withTx(ctx.db, (tx) => upsertLearntAddresses(tx, found, { at, expiresAt }));
  }
  const countedBefore = new Date(at.getTime() - 2 * policy.addressHours * HOUR_MS);
  await withTx(ctx.db, (tx) => deleteOldSharedFacts(tx, { at, countedBefore }), limit);
  return { learnt };
}

async function learnSome(db: Db, ipKeys: string[], since: Date): Promise<LearntAddress[]> {
  const paid = await listPaidDevices(db.sql, { ipKeys, since, clicks: MAX_CLICKS });
  const places = await listPlaces(db.sql, [...new Set(paid.map(({ creatorId }) => creatorId))]);
  return [...Map.groupBy(paid, ({ ipKey }) => ipKey)].flatMap(([ipKey, devices]) => {
    const creators = new Set(devices.map(({ creatorId }) => creatorId));
    const own = places.filter(({ userId }) => creators.has(userId));
    return learnAddress({ ipKey, paid: devices, places: own }, policy.shared) ?? [];
  });
}
