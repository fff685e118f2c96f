import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { checkDuring } from "@fairclick/sql/testing/check-during";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import fc from "fast-check";
import { expect, it } from "vitest";
import { fundCampaign, releaseEscrows } from "../campaigns/budget";
import { settleClicks } from "../clicks/settle-clicks";
import { expectRightBooks } from "../testing/expect-right-books";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { releaseStep, settleStep, withdrawStep } from "../testing/random-steps";
import { systemCtx } from "../testing/system-ctx";
import { withdraw } from "../testing/withdraw";

const RUNS = Number(process.env.PROPERTY_RUNS ?? 8);
const PAYOUT = 10_000n;

const { db } = await createTestDatabase();
const now = new Date();
const ctx = systemCtx(db, () => now);
const minutesOn = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant("fund" as const), campaign: fc.nat(3) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("click" as const),
      campaign: fc.nat(3),
      creator: fc.nat(1),
      times: fc.array(fc.nat(90), { minLength: 1, maxLength: 6 }),
      host: fc.nat(5),
      held: fc.nat(9).map((n) => n === 0),
    }),
  },
  { weight: 4, arbitrary: settleStep },
  { weight: 2, arbitrary: releaseStep },
  { weight: 3, arbitrary: withdrawStep },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const scripts = fc.array(fc.array(step, { minLength: 5, maxLength: 20 }), {
  minLength: 3,
  maxLength: 5,
});

it("verifies the books at every moment under concurrent use", async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async (actors) => {
      const world = await openWorld();
      await checkDuring(
        () => expectRightBooks(ctx),
        () => Promise.all(actors.map((script) => act(world, script))),
      );
      await settle({ upTo: 1_000, batchSize: 100 });
      await releaseEscrows(ctx, { watermark: minutesOn(1_000) });
      await expectRightBooks(ctx);
      await expectNothingLost(world);
    }),
    { numRuns: RUNS },
  );
});

type World = Awaited<ReturnType<typeof openWorld>>;

/**
 * Four campaigns of about four clicks each, two of them over after half of the time; two creators. Two
 * campaigns have a fee, and each price changes after a third of the time.
 */
async function openWorld() {
  const campaigns = [];
  for (const index of [0, 1, 2, 3]) {
    const endsAt = minutesOn(index % 2 === 0 ? 45 : 500);
    const { id, developerId } = await addCampaign(db, {
      payoutMicros: PAYOUT,
      feeBasisPoints: index < 2 ? 0 : 777,
      budgetMicros: PAYOUT * 4n,
      endsAt,
      funded: false,
    });
    await db.sql`
      insert into campaign_prices (campaign_id, starts_at, payout_micros)
      values (${id}, ${minutesOn(30)}, ${PAYOUT + (index % 2 === 0 ? 1_111n : -1_111n)})`;
    campaigns.push({ id: asId<CampaignId>(id), developerId: asId<UserId>(developerId) });
  }
  const creators = [asId<UserId>(await addUser(db)), asId<UserId>(await addUser(db))];
  return { campaigns, creators };
}

async function act(world: World, script: Step[]): Promise<void> {
  for (const next of script) {
    await perform(world, next).catch((error) => {
      const refused = ["insufficient_funds", "withdrawal_pending", "conflict"];
      if (!(error instanceof AppError) || !refused.includes(error.code)) throw error;
    });
  }
}

async function perform(world: World, next: Step): Promise<unknown> {
  switch (next.do) {
    case "fund": {
      const campaign = world.campaigns[next.campaign];
      if (!campaign) return;
      const actor = { kind: "user", userId: campaign.developerId } as const;
      return fundCampaign({ ...ctx, actor }, campaign.id, { trustedHosts: [] });
    }
    case "click":
      return addPendingClicks(
        db,
        next.times.map((minute) => ({
          at: minutesOn(minute),
          campaignId: world.campaigns[next.campaign]?.id ?? "",
          creatorId: world.creators[next.creator] ?? "",
          ipKey: `203.0.113.${next.host}`,
          signals: next.held ? [{ signal: "vpn", evidence: {} }] : [],
        })),
      );
    case "settle":
      return settle(next);
    case "release":
      return releaseEscrows(ctx, { watermark: minutesOn(next.upTo) });
    case "withdraw": {
      const userId = world.creators[next.creator];
      return userId && withdraw(db, { userId, cents: next.cents, end: next.end, at: now });
    }
  }
}

function settle({ upTo, batchSize }: { upTo: number; batchSize: number }) {
  const shards = { shard: 0, shards: 1 };
  return settleClicks(ctx, { watermark: minutesOn(upTo), windowSeconds: 60, batchSize, ...shards });
}

/** Wallets, escrows, earnings, fees and what is in transit or was sent come to what was deposited. */
async function expectNothingLost({ campaigns, creators }: World): Promise<void> {
  const owners = [...campaigns.flatMap(({ id, developerId }) => [id, developerId]), ...creators];
  const references = campaigns.map(({ id }) => `campaign:${id}`);
  const [row] = await db.sql<{ owned: bigint; fees: bigint; sent: bigint; deposited: bigint }[]>`
    select
      (select sum(balance_micros) from ledger_accounts where owner_id = any (${owners}::uuid[]))::bigint as owned,
      (select coalesce(sum(e.micros), 0) from ledger_transactions t
       join ledger_entries e on e.transaction_id = t.id
       join ledger_accounts a on a.id = e.account_id and a.kind = 'fees'
       where t.reference = any (${references}::text[]))::bigint as fees,
      (select coalesce(sum(amount_micros), 0) from withdrawals
       where user_id = any (${owners}::uuid[]) and status = 'completed')::bigint as sent,
      (select sum(amount_micros) from deposits where user_id = any (${owners}::uuid[]))::bigint as deposited`;
  expect((row?.owned ?? 0n) + (row?.fees ?? 0n) + (row?.sent ?? 0n)).toBe(row?.deposited);
}
