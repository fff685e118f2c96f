import { asId, type UserId } from "@fairclick/core/ids";
import { withTx } from "@fairclick/sql/db/tx";
import { getBalance } from "@fairclick/sql/money/ledger";
import { leaseOutflow, listOutflows } from "@fairclick/sql/money/outflows";
import { afterEach, expect, it } from "vitest";
import { decideCase } from "../operations/cases";
import { expectRightBooks } from "../testing/expect-right-books";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { withdraw } from "../testing/withdraw";
import { objectToClicks } from "./objections";
import { openDecisionWorld, PRICE } from "./testing/decision-world";

const CLICKS = 10;
const CENTS = 10;
const TOTAL = PRICE * BigInt(CLICKS);
const { addJudged, ctx, db, now, reverse, settle, earningsOf, escrowOf } =
  await openDecisionWorld();
const balance = (kind: "wallet" | "debt" | "recoverable" | "in_transit", ownerId: string) =>
  getBalance(db.sql, { kind, ownerId });
/** What deposits brought, less what left: never below zero. */
const sumKept = async () => -(await getBalance(db.sql, { kind: "stripe_clearing" }));

afterEach(() => expectRightBooks(ctx));

async function click(given: { campaignId: string; creatorId: string }, clicks = CLICKS) {
  const at = new Date(now.getTime() - 500_000);
  await addPendingClicks(
    db,
    Array.from({ length: clicks }, () => ({ at, ...given })),
  );
  await settle();
}

/** A campaign that paid its whole budget to one creator. */
async function addSpent() {
  const world = await addJudged({ valid: CLICKS, clicksOfBudget: CLICKS });
  const developerId = asId<UserId>(world.campaign.developerId);
  return { ...world, campaignId: world.campaign.id, developerId };
}

type Spent = Awaited<ReturnType<typeof addSpent>>;

async function uphold({ campaignId, developerId }: Spent, dryRun = false) {
  const developer = { ...ctx, actor: { kind: "user" as const, userId: developerId } };
  const { id } = await objectToClicks(developer, {
    ...{ id: asId(campaignId), filter: {}, text: "Nobody of them arrived." },
  });
  return decideCase(ctx, {
    ...{ id, state: "accepted", category: "bot_traffic", reason: "A farm", dryRun },
    ...{ limitMicros: null, trustedHosts: [] },
  });
}

it("pays no second creator with what an upheld objection cannot take back, until the debt is paid", async () => {
  const before = await sumKept();
  const spent = await addSpent();
  const { campaignId, creatorId, developerId } = spent;
  await withdraw(db, { userId: creatorId, cents: CENTS, end: "paid", at: now });
  await uphold(spent);
  expect(await balance("debt", creatorId)).toBe(-TOTAL);
  expect(await escrowOf(campaignId)).toBe(0n);
  expect(await balance("wallet", developerId)).toBe(0n);
  const second = asId<UserId>(await addUser(db));
  await click({ campaignId, creatorId: second });
  expect(await earningsOf(second)).toBe(0n);
  expect((await sumKept()) - before).toBe(0n);

  // Another developer's money pays the debt, and moves on with its lot.
  const other = await addCampaign(db, { payoutMicros: PRICE, budgetMicros: TOTAL });
  await click({ campaignId: other.id, creatorId }, 4);
  expect(await balance("debt", creatorId)).toBe(-6n * PRICE);
  expect(await balance("recoverable", developerId)).toBe(6n * PRICE);
  expect(await balance("wallet", developerId)).toBe(4n * PRICE);
  expect(await listLots(developerId)).toEqual([`deposit of ${other.developerId}`]);
});

it("pays a debt to the campaigns that wait for it in their order", async () => {
  const first = await addSpent();
  const { creatorId } = first;
  const next = await addCampaign(db, { payoutMicros: PRICE, budgetMicros: TOTAL });
  await click({ campaignId: next.id, creatorId });
  await withdraw(db, { userId: creatorId, cents: 2 * CENTS, end: "paid", at: now });
  await reverse({ group: { campaignId: first.campaignId } });
  await reverse({ group: { campaignId: next.id } });
  const other = await addCampaign(db, { payoutMicros: PRICE, budgetMicros: 2n * TOTAL });
  await click({ campaignId: other.id, creatorId }, CLICKS + 3);
  expect(await balance("wallet", first.developerId)).toBe(TOTAL);
  expect(await balance("wallet", next.developerId)).toBe(3n * PRICE);
  expect(await balance("recoverable", next.developerId)).toBe(7n * PRICE);
});

it("stops a withdrawal that was not sent, and takes from it first", async () => {
  const spent = await addSpent();
  const { campaignId, creatorId, valid } = spent;
  await withdraw(db, { userId: creatorId, cents: CENTS, end: "open", at: now });
  const foreseen = await reverse({ ids: valid.slice(0, 4) }, true);
  expect(foreseen).toMatchObject({ debtMicros: "0", stoppedMicros: `${TOTAL}` });
  await reverse({ ids: valid.slice(0, 4) });
  expect(await balance("debt", creatorId)).toBe(0n);
  expect(await balance("in_transit", creatorId)).toBe(0n);
  expect(await earningsOf(creatorId)).toBe(6n * PRICE);
  expect(await escrowOf(campaignId)).toBe(4n * PRICE);
  expect(await listFailures(creatorId)).toEqual([expect.stringContaining("were reversed")]);
});

it("leaves a withdrawal alone that Stripe may have, and says what is owed", async () => {
  const spent = await addSpent();
  const { creatorId, campaignId } = spent;
  await withdraw(db, { userId: creatorId, cents: CENTS, end: "open", at: now });
  const [open] = await list(creatorId);
  const until = new Date(now.getTime() + 60_000);
  await withTx(db, (tx) => leaseOutflow(tx, "withdrawal", { id: open?.id ?? "", at: now, until }));
  const { after } = await uphold(spent);
  expect(after).toMatchObject({ owedMicros: `${TOTAL}`, returnedMicros: "0" });
  expect(await balance("in_transit", creatorId)).toBe(TOTAL);
  expect(await escrowOf(campaignId)).toBe(0n);
});

function list(userId: UserId) {
  return listOutflows(db.sql, "withdrawal", { userId, state: null, limit: 10, cursor: null });
}

async function listFailures(userId: UserId) {
  return (await list(userId)).map(({ failureReason }) => failureReason);
}

async function listLots(userId: string) {
  const rows = await db.sql<{ is: string }[]>`
    select case when d.id is null then 'platform' else 'deposit of ' || d.user_id end as is
    from ledger_accounts a join ledger_lot_balances b on b.account_id = a.id
    join ledger_lots l on l.id = b.lot_id left join deposits d on 'deposit:' || d.id = l.reference
    where a.kind = 'wallet' and a.owner_id = ${userId}`;
  return rows.map((row) => row.is);
}
