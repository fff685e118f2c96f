import { asId, type UserId } from "@fairclick/core/ids";
import { withTx } from "@fairclick/sql/db/tx";
import { getBalance } from "@fairclick/sql/money/ledger";
import { completeWithdrawal, failWithdrawal } from "@fairclick/sql/money/withdrawals";
import { afterEach, expect, it } from "vitest";
import { openSettlementWorld } from "../../clicks/testing/settlement-world";
import { addPendingClicks } from "../../testing/marketplace";
import { systemCtx } from "../../testing/system-ctx";
import { verifyBooks } from "../ledger/verify-books";
import { postFailed, postPaid } from "./postings";
import { requestWithdrawal } from "./request-withdrawal";

const CENT = 10_000n;
const world = await openSettlementWorld();
const { db, owner } = world;
const ctx = { ...systemCtx(db), queue: { send: async () => {} } };
const rules = {
  depositHoldHours: 0,
  withdrawalReviewDollars: 0,
  withdrawalReviewFirst: false,
  unprovedPayoutDollars: 0,
  needsConfirmedEmail: false,
};

afterEach(async () => {
  const { checks } = await verifyBooks(ctx);
  expect(checks.filter(({ differences }) => differences.length > 0)).toEqual([]);
});

/** A creator with a payout account and 3 cents, of which they withdraw one. */
async function creatorWithPending() {
  const link = await world.joinedCampaign({ payoutMicros: CENT });
  const userId = asId<UserId>(link.creatorId);
  await owner`
    update users set stripe_account_id = ${userId}, stripe_account_verified = true where id = ${userId}`;
  await addPendingClicks(
    db,
    [0, 1, 2].map((second) => link.click(second)),
  );
  await world.settle();
  const asCreator = { ...ctx, actor: { kind: "user", userId } as const };
  const request = () => requestWithdrawal(asCreator, { amountCents: 1, ...rules });
  const balance = (kind: "earnings" | "in_transit") =>
    getBalance(db.sql, { kind, ownerId: userId });
  return { pending: await request(), request, balance };
}

it("refuses a second withdrawal at once while the first one is being completed", async () => {
  const { pending, request, balance } = await creatorWithPending();
  await withTx(db, async (tx) => {
    await completeWithdrawal(tx, { id: pending.id, transferId: `tr_${pending.id}`, at: ctx.now() });
    await expect(request()).rejects.toMatchObject({ code: "withdrawal_pending" });
    await postPaid(tx, pending);
  });
  expect([await balance("earnings"), await balance("in_transit")]).toEqual([2n * CENT, 0n]);
  await expect(request()).resolves.toMatchObject({ status: "pending" });
  expect([await balance("earnings"), await balance("in_transit")]).toEqual([CENT, CENT]);
});

it("refuses a second withdrawal at once while the first one is put back", async () => {
  const { pending, request, balance } = await creatorWithPending();
  await withTx(db, async (tx) => {
    await failWithdrawal(tx, { id: pending.id, reason: "refused" });
    await expect(request()).rejects.toMatchObject({ code: "withdrawal_pending" });
    await postFailed(tx, pending);
  });
  expect([await balance("earnings"), await balance("in_transit")]).toEqual([3n * CENT, 0n]);
  await expect(request()).resolves.toMatchObject({ status: "pending" });
});
