import { randomUUID } from "node:crypto";
import { microsFromDollars } from "@fairclick/core/amounts";
import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, type UserId, type WithdrawalId } from "@fairclick/core/ids";
import { withTx } from "@fairclick/sql/db/tx";
import { getBalance, reverseTransaction } from "@fairclick/sql/money/ledger";
import {
  completeWithdrawal,
  failWithdrawal,
  insertWithdrawal,
  postFailed,
  postPaid,
  postRequested,
} from "@fairclick/sql/money/withdrawals";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import fc from "fast-check";
import { expect, it } from "vitest";
import { fundCampaign, releaseEscrows } from "../campaigns/budget";
import { settleClicks } from "../clicks/settle-clicks";
import type { Ctx } from "../context";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { exportTransactions } from "./wallet";

const { db, owner } = await createTestDatabase();
const now = new Date();
const ctx = systemCtx(db, () => now);
const asUser = (userId: UserId): Ctx => ({ ...ctx, actor: { kind: "user", userId } });

/** Reads the answer as a spreadsheet does; no field of these tests has a line break. */
async function readCsv(userId: UserId): Promise<string[][]> {
  const text = await exportTransactions(asUser(userId), { appUrl: "https://fairclick.test" });
  expect(text.endsWith("\r\n")).toBe(true);
  return text
    .trimEnd()
    .split("\r\n")
    .map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)])
    .map((fields) =>
      fields.map(([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain),
    );
}

async function sumLines(userId: UserId, account: "wallet" | "earnings"): Promise<bigint> {
  const [, ...lines] = await readCsv(userId);
  return lines
    .filter((fields) => fields[1] === account)
    .map(([, , , amount = ""]) => parseMicros(amount))
    .reduce((sum, micros) => sum + micros, 0n);
}

function parseMicros(amount: string): bigint {
  const micros = microsFromDollars(amount.replace("-", ""));
  if (micros === null) throw new Error(`${amount} is no amount`);
  return amount.startsWith("-") ? -micros : micros;
}

async function expectToAddUp(userId: UserId): Promise<void> {
  for (const kind of ["wallet", "earnings"] as const) {
    expect(await sumLines(userId, kind)).toBe(await getBalance(db.sql, { kind, ownerId: userId }));
  }
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("clicks" as const), count: fc.nat(7) }) },
  { weight: 2, arbitrary: fc.constant({ do: "deposit" as const }) },
  { weight: 2, arbitrary: fc.constant({ do: "fund" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "release" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "reverse" as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("withdraw" as const),
      cents: fc.bigInt({ min: 1n, max: 4n }),
      end: fc.constantFrom("paid" as const, "failed" as const, "open" as const),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

it("adds up to the balances after whatever history", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const userId = asId<UserId>(await addUser(db, 70_000n));
      const budgetMicros = 61_725n;
      for (const each of steps) {
        await perform(each, { userId, budgetMicros }).catch((error) => {
          const refused = ["insufficient_funds", "withdrawal_pending", "conflict"];
          if (!(error instanceof AppError) || !refused.includes(error.code)) throw error;
        });
      }
      await expectToAddUp(userId);
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 10) },
  );
});

type Person = { userId: UserId; budgetMicros: bigint };

/** One person is developer of campaigns and creator of others' at once. */
async function perform(next: Step, { userId, budgetMicros }: Person): Promise<unknown> {
  switch (next.do) {
    case "clicks":
      return earn(userId, next.count);
    case "deposit":
      return owner`
        insert into deposits (id, user_id, amount_micros) values (${randomUUID()}, ${userId}, 990000)`;
    case "fund": {
      const { id } = await addCampaign(db, { payoutMicros: 12_345n, budgetMicros, funded: false });
      await owner`update campaigns set developer_id = ${userId}, ends_at = ${now} where id = ${id}`;
      return fundCampaign(asUser(userId), asId<CampaignId>(id), { trustedHosts: [] });
    }
    case "release":
      return releaseEscrows(ctx, { watermark: new Date(now.getTime() + 1_000) });
    case "reverse":
      return reverseLast(userId);
    case "withdraw":
      return withdraw(userId, next);
  }
}

async function earn(creatorId: string, count: number): Promise<void> {
  const { id: campaignId } = await addCampaign(db, { payoutMicros: 12_345n });
  await addPendingClicks(
    db,
    Array.from({ length: count }, (_, second) => ({
      at: new Date(now.getTime() - 600_000 - second * 1_000),
      campaignId,
      creatorId,
    })),
  );
  const shards = { shard: 0, shards: 1 };
  await settleClicks(ctx, { watermark: now, windowSeconds: 60, batchSize: 3, ...shards });
}

/** The last payout to the person, or the last reservation. */
async function reverseLast(userId: UserId, memo?: string): Promise<void> {
  const [last] = await owner<{ id: string }[]>`
    select t.id from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id
    where a.owner_id = ${userId} and t.kind in ('click_payout', 'reserve')
      and not exists (select from ledger_transactions r where r.reverses = t.id)
    order by t.id desc limit 1`;
  if (!last) return;
  const reversal = { transactionId: last.id, ...(memo ? { memo } : {}) };
  await withTx(db, (tx) => reverseTransaction(tx, reversal));
}

async function withdraw(userId: UserId, { cents, end }: Step & { do: "withdraw" }) {
  const id = asId<WithdrawalId>(Bun.randomUUIDv7());
  const request = { id, userId, amountMicros: cents * 10_000n };
  await withTx(db, async (tx) => {
    await postRequested(tx, request);
    await insertWithdrawal(tx, {
      ...request,
      stripeAccountId: "acct_1",
      currency: "usd",
      requestId: null,
      at: now,
    });
    if (end === "failed") {
      await failWithdrawal(tx, { id, reason: "refused" });
      await postFailed(tx, request);
    }
    if (end === "paid") {
      await completeWithdrawal(tx, { id, transferId: `tr_${id}`, at: now });
      await postPaid(tx, request);
    }
  });
}

it("is a file that spreadsheets read: one line an event, names quoted, oldest first", async () => {
  const userId = asId<UserId>(await addUser(db, 10_000_000n));
  const { id } = await addCampaign(db, { budgetMicros: 1_500_000n, funded: false });
  await owner`update campaigns set developer_id = ${userId}, name = 'A "big", loud one' where id = ${id}`;
  await fundCampaign(asUser(userId), asId<CampaignId>(id), { trustedHosts: [] });
  const [heading, deposit, budget, ...rest] = await readCsv(userId);
  expect(heading?.join(",")).toBe("date,account,type,amount,status,description,id,receipt");
  expect(deposit?.slice(1, 6)).toEqual([
    "wallet",
    "deposit",
    "10",
    "completed",
    "Added to your wallet",
  ]);
  const description = 'Budget of “A "big", loud one”';
  expect(budget?.slice(1, 6)).toEqual(["wallet", "reservation", "-1.5", "completed", description]);
  expect(rest).toEqual([]);
});

it("has no line that a spreadsheet would calculate", async () => {
  const userId = asId<UserId>(await addUser(db));
  await earn(userId, 1);
  await reverseLast(userId, "=1+1");
  const lines = await readCsv(userId);
  expect(lines.map((fields) => fields[5])).toContain("'=1+1");
});
