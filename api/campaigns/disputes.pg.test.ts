import { asId, type UserId } from "@fairclick/core/ids";
import { withTx } from "@fairclick/sql/db/tx";
import { postTransaction, reverseTransaction } from "@fairclick/sql/money/ledger";
import { expect, it } from "vitest";
import { campaignInput, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, owner, clock, addOperator } = app;
const { token } = await addOperator("Ann", ["users:write"]);

/** A deposit of $20 that its bank disputes; returns the ledger transaction. */
async function dispute({ id }: Person): Promise<string> {
  const ownerId = asId<UserId>(id);
  const deposit = crypto.randomUUID();
  await owner`
    insert into deposits (id, user_id, amount_micros, status, checkout_session_id, payment_intent_id,
      completed_at)
    values (${deposit}, ${id}, 20000000, 'completed', ${`cs_${deposit}`}, ${`pi_${deposit}`}, now())`;
  const post = (kind: "deposit" | "dispute", micros: bigint) =>
    withTx(db, (tx) =>
      postTransaction(tx, {
        ...{ kind, idempotencyKey: `${kind}:${deposit}`, reference: `deposit:${deposit}` },
        entries: [
          { account: { kind: "stripe_clearing" }, micros: -micros },
          { account: { kind: "wallet", ownerId }, micros },
        ],
      }),
    );
  await post("deposit", 20_000_000n);
  return (await post("dispute", -20_000_000n)).id;
}
const launchOne = (person: Person) =>
  call("POST", "/api/campaigns", { token: person.token, json: campaignInput(app) });
const pardon = ({ id }: Person, given: object = {}) =>
  call("POST", `/api/admin/users/${id}/pardon-disputes`, {
    token,
    json: { reason: "The bank was wrong.", dryRun: false },
    ...given,
  });

it("closes an account with two open or lost disputes to new campaigns until it is pardoned", async () => {
  const dana = await register(app, "dana");
  await dispute(dana);
  const unfunded = await launchOne(dana);
  expect(unfunded.status).toBe(201);
  expect((await pardon(dana)).status).toBe(409);
  await dispute(dana);
  const refused = await launchOne(dana);
  expect([refused.status, refused.json.message]).toEqual([
    403,
    expect.stringContaining("Your bank disputed 2 of your deposits within 180 days"),
  ]);
  const fund = `/api/campaigns/${unfunded.json.data._id}/fund`;
  expect((await call("POST", fund, { token: dana.token })).status).toBe(403);

  expect((await pardon(dana, { token: dana.token })).status).toBe(401);
  expect((await pardon(dana)).json.data).toMatchObject({ before: { disputes: 2 }, applied: true });
  expect((await launchOne(dana)).status).toBe(201);
});

it("does not count won disputes and those from long ago", async () => {
  const dora = await register(app, "dora");
  await dispute(dora);
  const won = await dispute(dora);
  expect((await launchOne(dora)).status).toBe(403);
  await withTx(db, (tx) => reverseTransaction(tx, { transactionId: won }));
  expect((await launchOne(dora)).status).toBe(201);
  await dispute(dora);
  expect((await launchOne(dora)).status).toBe(403);
  const now = clock.at;
  clock.at = new Date(now.getTime() + 181 * 86_400_000);
  const later = await launchOne(dora);
  clock.at = now;
  expect(later.status).not.toBe(403);
});
