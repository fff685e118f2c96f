import type { Signal, SignalName } from "@fairclick/core/clicks/signal";
import type { Db, Sql } from "@fairclick/sql/db/client";
import { getBalance } from "@fairclick/sql/money/ledger";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import {
  addCampaign,
  addUser,
  type NewCampaign,
  type TestCampaign,
  type TestClick,
} from "../../testing/marketplace";
import { systemCtx } from "../../testing/system-ctx";
import { type SettleClicks, type Settled, settleClicks } from "../settle-clicks";

type JoinedCampaign = TestCampaign & {
  creatorId: string;
  click: (seconds: number, more?: Partial<TestClick>) => TestClick;
  earned: () => Promise<bigint>;
  left: () => Promise<bigint>;
};

export type SettlementWorld = {
  db: Db;
  owner: Sql;
  /** A time this many seconds after a fixed time about an hour ago. */
  at: (seconds: number) => Date;
  /** Settles all clicks; one shard by default. */
  settle: (input?: Partial<SettleClicks>) => Promise<Settled>;
  joinedCampaign: (given?: NewCampaign) => Promise<JoinedCampaign>;
  /** For each click id: "valid", or the reason of its other verdict. */
  outcomes: (ids: string[]) => Promise<string[]>;
};

/** Opens a database without clicks. Call it at the top of a test file. */
export async function openSettlementWorld(): Promise<SettlementWorld> {
  const { db, owner } = await createTestDatabase();
  const ctx = systemCtx(db);
  // The hour before now, or before midnight, at which a batch ends.
  const now = Date.now();
  const midnight = now - (now % 86_400_000);
  const start = (now - 3_600_000 < midnight ? midnight : now) - 3_600_000;
  const at = (seconds: number) => new Date(start + seconds * 1_000);
  const everything = {
    watermark: at(3_000),
    windowSeconds: 60,
    shard: 0,
    shards: 1,
    batchSize: 5_000,
  };
  return {
    db,
    owner,
    at,
    settle: (input = {}) => settleClicks(ctx, { ...everything, ...input }),
    joinedCampaign: async (given = {}) => {
      const campaign = await addCampaign(db, given);
      const creatorId = await addUser(db);
      return {
        ...campaign,
        creatorId,
        click: (seconds, more = {}) => ({
          at: at(seconds),
          campaignId: campaign.id,
          creatorId,
          ...more,
        }),
        earned: () => getBalance(db.sql, { kind: "earnings", ownerId: creatorId }),
        left: () => getBalance(db.sql, { kind: "escrow", ownerId: campaign.id }),
      };
    },
    outcomes: async (ids) => {
      const rows = await db.sql<{ id: string; verdict: string; reason: string | null }[]>`
        select id, verdict, reason from all_clicks where id = any (${ids}::uuid[])`;
      const outcomeById = new Map(rows.map((row) => [row.id, row.reason ?? row.verdict]));
      return ids.map((id) => outcomeById.get(id) ?? "missing");
    },
  };
}

export function signals(...names: SignalName[]): Signal[] {
  return names.map((signal) => ({ signal, evidence: { seen: true } }));
}

let hosts = 0;
export function newIpAddress(): string {
  hosts += 1;
  return `198.51.100.${hosts}`;
}
