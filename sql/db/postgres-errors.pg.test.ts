import { randomUUID } from "node:crypto";
import { AppError } from "@fairclick/core/errors";
import { expect, it } from "vitest";
import { openAccounts, postTransaction } from "../money/ledger";
import { createTestDatabase } from "../testing/test-database";
import type { Tx } from "./client";
import { constraintErrors, toAppError, withTx } from "./tx";

const { db } = await createTestDatabase();

const userId = randomUUID();
const campaignId = randomUUID();

async function addUser(
  tx: Tx,
  id: string,
  given: { email?: string; name?: string; google?: string },
) {
  await tx`
    insert into users (id, username, email, google_subject, password_hash)
    values (${id}, ${given.name ?? id}, ${given.email ?? `${id}@example.test`}, ${given.google ?? null}, 'none')`;
}

async function addWithdrawal(tx: Tx) {
  await tx`
    insert into withdrawals (id, user_id, amount_micros, stripe_account_id)
    values (${randomUUID()}, ${userId}, 10000, 'acct_1')`;
}

async function addLink(tx: Tx) {
  await tx`
    insert into links (campaign_id, creator_id, code) values (${campaignId}, ${userId}, ${randomUUID()})`;
}

await withTx(db, async (tx) => {
  await addUser(tx, userId, { email: "a@example.test", name: "Ann", google: "g1" });
  await openAccounts(tx, userId, ["wallet"]);
  await tx`
    insert into campaigns (id, developer_id, name, game_title, description, game_url, target_audience,
      genres, hashtags, conversion_tips, budget_micros, starts_at, ends_at)
    values (${campaignId}, ${userId}, '', '', '', '', '', '{}', '{}', '', 1, now(), now() + interval '1 day')`;
  await addWithdrawal(tx);
  await addLink(tx);
});

const violations: Record<string, (tx: Tx) => Promise<unknown>> = {
  users_email_taken: (tx) => addUser(tx, randomUUID(), { email: "a@example.test" }),
  users_username_taken: (tx) => addUser(tx, randomUUID(), { name: "aNN" }),
  users_google_subject_taken: (tx) => addUser(tx, randomUUID(), { google: "g1" }),
  ledger_balance_not_negative: (tx) =>
    postTransaction(tx, {
      kind: "refund",
      idempotencyKey: randomUUID(),
      entries: [
        { account: { kind: "wallet", ownerId: userId }, micros: -1n },
        { account: { kind: "stripe_clearing" }, micros: 1n },
      ],
    }),
  withdrawals_one_pending: addWithdrawal,
  links_pkey: addLink,
};

it.each(Object.entries(constraintErrors))(
  "%s is said so that a person understands",
  async (name, { code, message }) => {
    const violate = violations[name];
    if (!violate) throw new Error(`Nothing here violates ${name}`);
    const work = withTx(db, violate);
    await expect(work).rejects.toBeInstanceOf(AppError);
    await expect(work).rejects.toMatchObject({ code, message });
  },
);

it("tells the caller to narrow a request that timed out", async () => {
  const slow = withTx(db, (tx) => tx`select pg_sleep(5)`, { statementTimeoutMs: 20 });
  await expect(slow).rejects.toMatchObject({ code: "unavailable" });
});

it("returns every other error unchanged", async () => {
  const unknown = withTx(db, (tx) => tx`select 1 / 0`);
  await expect(unknown).rejects.toMatchObject({ code: "22012" });
  const error = new Error("not from Postgres");
  expect(toAppError(error)).toBe(error);
});
