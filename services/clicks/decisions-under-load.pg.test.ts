import type { ClickAction, ClickSelection } from "@fairclick/core/clicks/decisions";
import { AppError } from "@fairclick/core/errors";
import { asId, type UserId } from "@fairclick/core/ids";
import { checkDuring } from "@fairclick/sql/testing/check-during";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import fc from "fast-check";
import { expect, it } from "vitest";
import { releaseEscrows } from "../campaigns/budget";
import { getSummary } from "../money/wallet";
import { expectRightBooks } from "../testing/expect-right-books";
import { addCampaign, addPendingClicks, addUser, type TestCampaign } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { listsWithoutThem, releaseStep, settleStep, withdrawStep } from "../testing/random-steps";
import { withdraw } from "../testing/withdraw";
import { decideClicks } from "./decide-clicks";
import { expireHeldClicks } from "./held-clicks";
import { settleClicks } from "./settle-clicks";

const RUNS = Number(process.env.PROPERTY_RUNS ?? 8);
const PAYOUT = 10_000n;
const DAY_MS = 86_400_000;

const { db, owner } = await createTestDatabase();
const now = new Date();
const ctx = await operatorCtx(db, owner, () => now);
const minutesOn = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("click" as const),
      campaign: fc.nat(2),
      creator: fc.nat(1),
      times: fc.array(fc.nat(90), { minLength: 1, maxLength: 5 }),
      held: fc.nat(2).map((n) => n === 0),
    }),
  },
  { weight: 4, arbitrary: settleStep },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant("decide" as const),
      action: fc.constantFrom<ClickAction>("approve", "reject", "reverse"),
      campaign: fc.nat(2),
      creator: fc.nat(1),
      by: fc.constantFrom("link" as const, "ids" as const, "act" as const),
      dryRun: fc.nat(9).map((n) => n === 0),
    }),
  },
  { weight: 4, arbitrary: withdrawStep },
  { weight: 1, arbitrary: releaseStep },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("expire" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const scripts = fc.array(fc.array(step, { minLength: 5, maxLength: 20 }), {
  minLength: 3,
  maxLength: 5,
});

it("proves the books at every moment, whatever operators decide while everybody else goes on", async () => {
  const seen = { reversed: 0, owed: 0, approved: 0 };
  await fc.assert(
    fc.asyncProperty(scripts, async (actors) => {
      const world = await openWorld();
      await checkDuring(
        () => expectRightBooks(ctx),
        () => Promise.all(actors.map((script) => act(world, script))),
      );
      await settle({ upTo: 1_000, batchSize: 100 });
      await expectRightBooks(ctx);
      await expectEverybodyPaid(world);
      await count(world, seen);
    }),
    { numRuns: RUNS },
  );
  expect(seen.reversed).toBeGreaterThan(0);
  expect(seen.approved).toBeGreaterThan(0);
  expect(seen.owed).toBeGreaterThan(0);
});

type World = { campaigns: TestCampaign[]; creators: UserId[]; acts: string[] };

/**
 * Three campaigns with budgets of ten clicks, one of which ends halfway. Two creators have earned on
 * each, and one has withdrawn some of it.
 */
async function openWorld(): Promise<World> {
  const campaigns = [];
  for (const index of [0, 1, 2]) {
    const endsAt = minutesOn(index === 0 ? 45 : 500);
    const budgetMicros = PAYOUT * 10n;
    campaigns.push(await addCampaign(db, { payoutMicros: PAYOUT, budgetMicros, endsAt }));
  }
  const creators = [asId<UserId>(await addUser(db)), asId<UserId>(await addUser(db))];
  const world = { campaigns, creators, acts: [] as string[] };
  for (const campaign of [0, 1, 2]) {
    for (const creator of [0, 1]) {
      await perform(world, { do: "click", campaign, creator, times: [0, 1], held: false });
    }
  }
  await settle({ upTo: 2, batchSize: 100 });
  await perform(world, { do: "withdraw", creator: 0, cents: 4, end: "paid" });
  return world;
}

async function act(world: World, script: Step[]): Promise<void> {
  for (const next of script) {
    await perform(world, next).catch((error) => {
      const refused = ["insufficient_funds", "withdrawal_pending"];
      if (!(error instanceof AppError) || !refused.includes(error.code)) throw error;
    });
  }
}

async function perform(world: World, next: Step): Promise<unknown> {
  switch (next.do) {
    case "click":
      return addPendingClicks(
        db,
        next.times.map((minute) => ({
          at: minutesOn(minute),
          campaignId: world.campaigns[next.campaign]?.id ?? "",
          creatorId: world.creators[next.creator] ?? "",
          signals: next.held ? [{ signal: "vpn", evidence: {} }] : [],
        })),
      );
    case "settle":
      return settle(next);
    case "decide":
      return decide(world, next);
    case "withdraw": {
      const userId = world.creators[next.creator];
      return userId && withdraw(db, { userId, cents: next.cents, end: next.end, at: now });
    }
    case "release":
      return releaseEscrows(ctx, { watermark: minutesOn(next.upTo) });
    case "expire":
      return expireHeldClicks(
        { ...ctx, now: () => new Date(now.getTime() + 8 * DAY_MS) },
        { ipData: listsWithoutThem },
      );
  }
}

function settle({ upTo, batchSize }: { upTo: number; batchSize: number }) {
  const shards = { shard: 0, shards: 1 };
  return settleClicks(ctx, { watermark: minutesOn(upTo), windowSeconds: 60, batchSize, ...shards });
}

async function decide(world: World, next: Step & { do: "decide" }): Promise<void> {
  const { action, dryRun } = next;
  const clicks = await select(world, next);
  if (!clicks) return;
  const category = action === "reverse" ? { category: "bot_traffic" as const } : {};
  const { actId } = await decideClicks(ctx, {
    action,
    clicks,
    dryRun,
    reason: "a test",
    ...category,
  });
  if (actId) world.acts.push(actId);
}

async function select(
  { campaigns, creators, acts }: World,
  { campaign, creator, by }: Step & { do: "decide" },
): Promise<ClickSelection | null> {
  const link = { campaignId: campaigns[campaign]?.id ?? "", creatorId: creators[creator] ?? "" };
  if (by === "link") return { group: link };
  const actId = acts[(campaign * 7 + creator * 3) % Math.max(acts.length, 1)];
  if (by === "act") return actId ? { group: { actId } } : null;
  const rows = await db.sql<{ id: string }[]>`
    select id from clicks where creator_id = ${link.creatorId} order by id limit 3`;
  return rows.length > 0 ? { ids: rows.map(({ id }) => id) } : null;
}

/** What creators have earned is what their valid clicks say, and no money came from nowhere. */
async function expectEverybodyPaid({ campaigns, creators }: World): Promise<void> {
  for (const userId of creators) {
    const [row] = await db.sql<{ micros: bigint }[]>`
      select coalesce(sum(clicks.paid_micros), 0)::bigint as micros from clicks where creator_id = ${userId}`;
    const asCreator = { ...ctx, actor: { kind: "user" as const, userId } };
    const { totalEarnedMicros } = await getSummary(asCreator, { depositHoldHours: 0 });
    expect(totalEarnedMicros).toBe(row?.micros);
  }
  const owners = [...campaigns.flatMap(({ id, developerId }) => [id, developerId]), ...creators];
  const [row] = await db.sql<{ owned: bigint; sent: bigint; deposited: bigint }[]>`
    select
      (select sum(balance_micros) from ledger_accounts where owner_id = any (${owners}::uuid[]))::bigint as owned,
      (select coalesce(sum(amount_micros), 0) from withdrawals
       where user_id = any (${owners}::uuid[]) and status = 'completed')::bigint as sent,
      (select sum(amount_micros) from deposits where user_id = any (${owners}::uuid[]))::bigint as deposited`;
  expect((row?.owned ?? 0n) + (row?.sent ?? 0n)).toBe(row?.deposited);
}

/** Whether the runs were about anything. */
async function count({ creators }: World, seen: Record<"reversed" | "approved" | "owed", number>) {
  const [row] = await db.sql<{ reversed: number; approved: number; owed: number }[]>`
    select
      (select count(*)::int from click_decisions where action = 'reverse' and creator_id = any (${creators}::uuid[])) as reversed,
      (select count(*)::int from click_decisions where action = 'approve' and creator_id = any (${creators}::uuid[])) as approved,
      (select count(*)::int from ledger_accounts where kind = 'debt' and owner_id = any (${creators}::uuid[])) as owed`;
  seen.reversed += row?.reversed ?? 0;
  seen.approved += row?.approved ?? 0;
  seen.owed += row?.owed ?? 0;
}
