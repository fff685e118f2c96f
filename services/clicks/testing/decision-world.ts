import type { ClickSelection } from "@fairclick/core/clicks/decisions";
import { ALL_LINKS, asId, type UserId } from "@fairclick/core/ids";
import type { Queryable } from "@fairclick/sql/db/client";
import { getBalance } from "@fairclick/sql/money/ledger";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { addCampaign, addPendingClicks, addUser, type TestClick } from "../../testing/marketplace";
import { operatorCtx } from "../../testing/operator-ctx";
import { systemCtx } from "../../testing/system-ctx";
import { decideClicks } from "../decide-clicks";
import { settleClicks } from "../settle-clicks";

export const PRICE = 10_000n;
export const because = { reason: "looked at it", dryRun: false };
const vpn = [{ signal: "vpn" as const, evidence: {} }];

type Given = {
  held?: number;
  valid?: number;
  clicksOfBudget?: number;
  endsAt?: Date;
} & Partial<TestClick>;

/** Opens a database in which an operator decides about clicks. Call it at the top of a test file. */
export async function openDecisionWorld() {
  const { db, owner } = await createTestDatabase();
  const now = new Date();
  const ctx = await operatorCtx(db, owner, () => now);
  const settle = () => {
    const everything = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 };
    return settleClicks(systemCtx(db), { watermark: now, ...everything });
  };
  const decide = (action: "approve" | "reject" | "hold", clicks: ClickSelection, dryRun = false) =>
    decideClicks(ctx, { action, clicks, ...because, dryRun });

  return {
    ...{ db, owner, now, ctx, settle },
    /** Adds a campaign with judged clicks of one creator. */
    addJudged: async (given: Given = {}) => {
      const { held = 0, valid = 0, clicksOfBudget = 10, endsAt, ...click } = given;
      const campaign = await addCampaign(db, {
        payoutMicros: PRICE,
        budgetMicros: PRICE * BigInt(clicksOfBudget),
        ...(endsAt ? { endsAt } : {}),
      });
      const creatorId = asId<UserId>(await addUser(db));
      const at = new Date(now.getTime() - 600_000);
      const base = { at, campaignId: campaign.id, creatorId, ...click };
      const ids = await addPendingClicks(db, [
        ...Array.from({ length: held }, () => ({ ...base, signals: vpn })),
        ...Array.from({ length: valid }, () => base),
      ]);
      await settle();
      return { campaign, creatorId, held: ids.slice(0, held), valid: ids.slice(held) };
    },
    approve: (clicks: ClickSelection, dryRun?: boolean) => decide("approve", clicks, dryRun),
    reject: (clicks: ClickSelection, dryRun?: boolean) => decide("reject", clicks, dryRun),
    hold: (clicks: ClickSelection, dryRun?: boolean) => decide("hold", clicks, dryRun),
    reverse: (clicks: ClickSelection, dryRun = false) =>
      decideClicks(ctx, { action: "reverse", category: "bot_traffic", clicks, ...because, dryRun }),
    earningsOf: (ownerId: string) => getBalance(db.sql, { kind: "earnings", ownerId }),
    escrowOf: (ownerId: string) => getBalance(db.sql, { kind: "escrow", ownerId }),
    verdictsOf: (campaignId: string) => listVerdicts(db.sql, campaignId),
    countersOf: (campaignId: string) => readCounters(db.sql, campaignId),
    claimsOf: async (campaignId: string) => {
      const [row] = await db.sql<{ clicks: bigint; micros: bigint }[]>`
        select clicks, micros from held_claims where campaign_id = ${campaignId}`;
      return row && { ...row };
    },
  };
}

/** Returns the verdict and reason of each click, sorted by them. */
async function listVerdicts(db: Queryable, campaignId: string) {
  const rows = await db<{ is: string }[]>`
    select trim(verdict || ' ' || coalesce(reason, '')) as is from clicks
    where campaign_id = ${campaignId} order by 1`;
  return rows.map((row) => row.is);
}

/** Returns the numbers of clicks in the counters, by verdict and reason; zero is left out. */
async function readCounters(db: Queryable, campaignId: string) {
  const rows = await db<{ is: string; clicks: bigint }[]>`
    select n.verdict || ' ' || k.value as is, sum(n.clicks)::bigint as clicks
    from click_days k
    cross join lateral (
      values ('invalid', k.invalid), ('held', k.held), ('unpaid', k.unpaid)
    ) as n (verdict, clicks)
    where k.campaign_id = ${campaignId} and k.creator_id <> ${ALL_LINKS} and k.dimension = 'reason'
    group by 1 having sum(n.clicks) <> 0
    union all
    select 'valid', sum(valid)::bigint from link_outcomes
    where campaign_id = ${campaignId} having sum(valid) <> 0`;
  return Object.fromEntries(rows.map((row) => [row.is, Number(row.clicks)]));
}
