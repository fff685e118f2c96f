import type { Signal } from "@fairclick/core/clicks/signal";
import type { Report } from "@fairclick/core/conversions/report";
import { asId, type CampaignId, type CampaignKeyId, type UserId } from "@fairclick/core/ids";
import type { Db } from "@fairclick/sql/db/client";
import { getBalance } from "@fairclick/sql/money/ledger";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { countPlayers, reportConversions } from "../../conversions/conversions";
import { addCampaign, addPendingClicks, addUser, type TestClick } from "../../testing/marketplace";
import { operatorCtx } from "../../testing/operator-ctx";
import { systemCtx } from "../../testing/system-ctx";
import { payProvenClicks } from "../pay-proven-clicks";
import { settleClicks } from "../settle-clicks";

export const PRICE = 10_000n;
export const SECOND = 1_000;
export const HOUR = 3_600 * SECOND;
/** The click's UTC day must end before the day that the tests call the next one. */
export const NEXT_DAY = 25 * HOUR;
export const clickedAt = new Date(Date.now() - 10 * 24 * HOUR);
export const later = (ms: number) => new Date(clickedAt.getTime() + ms);

type Given = { clicksOfBudget?: number; endsAt?: Date };

/** Opens a database for campaigns with games that report players. Call it at the top of a test file. */
export async function openReportWorld() {
  const { db, owner } = await createTestDatabase();
  return {
    db,
    owner,
    operator: await operatorCtx(db, owner, () => later(30 * HOUR)),
    addReportingCampaign: (given: Given = {}) => addReportingCampaign(db, given),
    /** Runs the job as a worker does. Returns how many clicks it paid. */
    runJob: async (ms = 26 * HOUR): Promise<number> => {
      const ctx = systemCtx(db, () => later(ms));
      await countPlayers(ctx);
      return payProvenClicks(ctx);
    },
    /** Returns for each click "valid" or its reason, with the outcome of its player. */
    outcomesOf: async (ids: string[]) => {
      const rows = await db.sql<{ id: string; is: string }[]>`
        select c.id, coalesce(c.reason, c.verdict) || coalesce(': ' || p.outcome, '') as is
        from clicks c left join players p on p.click_id = c.id where c.id = any (${ids}::uuid[])`;
      const stateById = new Map(rows.map((row) => [row.id, row.is]));
      return ids.map((id) => stateById.get(id));
    },
  };
}

/** Adds a campaign with a creator and a game that reports conversions. Times are in ms after `clickedAt`. */
async function addReportingCampaign(db: Db, { clicksOfBudget = 100, endsAt }: Given) {
  const campaign = await addCampaign(db, {
    payoutMicros: PRICE,
    budgetMicros: PRICE * BigInt(clicksOfBudget),
    ...(endsAt ? { endsAt } : {}),
  });
  const campaignId = asId<CampaignId>(campaign.id);
  const creatorId = asId<UserId>(await addUser(db));
  const reportAt = (ms: number, reports: Report[]) =>
    reportConversions(
      {
        ...systemCtx(db, () => later(ms)),
        actor: { kind: "campaign", campaignId, keyId: asId<CampaignKeyId>(campaign.id) },
      },
      reports,
    );
  const visit = async (clicks: Partial<TestClick>[]) => {
    const base = { at: clickedAt, campaignId, creatorId };
    const ids = await addPendingClicks(
      db,
      clicks.map((click) => {
        const at = click.at ?? clickedAt;
        return { ...base, id: Bun.randomUUIDv7("hex", at), ...click };
      }),
    );
    await settle(db);
    return ids;
  };
  return {
    campaign,
    campaignId,
    creatorId,
    reportAt,
    visit,
    /** Clicks that `tor` refuses, each from another address. */
    refuse: (clicks: number) =>
      visit(Array.from({ length: clicks }, () => ({ signals: found("tor") }))),
    /** The game reports that each player arrived, and came back on the next day. */
    prove: async (ids: string[], player = (n: number) => `player ${n}`) => {
      const reports = (event: string) =>
        ids.map((clickId, n) => ({ clickId, event, player: player(n) }));
      await reportAt(20 * SECOND, reports("joined"));
      await reportAt(NEXT_DAY, reports("returned"));
    },
    earned: () => getBalance(db.sql, { kind: "earnings", ownerId: creatorId }),
  };
}

export const found = (...names: Signal["signal"][]): Signal[] =>
  names.map((signal) => ({ signal, evidence: {} }));

function settle(db: Db) {
  const everything = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 };
  return settleClicks(systemCtx(db), { watermark: new Date(), ...everything });
}
