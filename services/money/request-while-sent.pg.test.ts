import { asId, type UserId } from "@fairclick/core/ids";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { getBalance, lockBalance } from "@fairclick/sql/money/ledger";
import {
  completeWithdrawal,
  failWithdrawal,
  postFailed,
  postPaid,
} from "@fairclick/sql/money/withdrawals";
import Stripe from "stripe";
import { afterEach, describe, expect, it } from "vitest";
import { openSettlementWorld } from "../clicks/testing/settlement-world";
import { expectRightBooks } from "../testing/expect-right-books";
import { instantPayouts } from "../testing/instant-payouts";
import { addPendingClicks } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { cancelOwn } from "./outflows";
import { requestWithdrawal } from "./request-withdrawal";
import { sendWithdrawal } from "./send-withdrawal";
import type { PaymentsCtx } from "./stripe";
import { withdrawalWay } from "./withdrawals";

const CENT = 10_000n;
const world = await openSettlementWorld();
const { db, owner } = world;
const ctx = { ...systemCtx(db), queue: { send: async () => {} } };
afterEach(() => expectRightBooks(ctx));

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
  const request = () => requestWithdrawal(asCreator, { amountCents: 1, ...instantPayouts });
  const balance = (kind: "earnings" | "in_transit") =>
    getBalance(db.sql, { kind, ownerId: userId });
  return { pending: await request(), request, balance, asCreator, userId };
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

/** Waits until another transaction waits for a lock of this one. */
async function untilBlocking(tx: Tx): Promise<void> {
  const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const countBlocked = async () =>
    (
      await owner`
        select from pg_locks waits join pg_locks held using (transactionid)
        where not waits.granted and held.granted and held.pid = ${own?.pid ?? 0}`
    ).count;
  await expect.poll(countBlocked).toBe(1);
}

const { StripeInvalidRequestError } = Stripe.errors;
const refusal = new StripeInvalidRequestError({
  type: "invalid_request_error",
  message: "No such destination",
});
/** Refuses every transfer for good. No other call is made. */
const refusingStripe = {
  transfers: { create: () => Promise.reject(refusal) },
} as unknown as Stripe;
const refusing: PaymentsCtx = {
  ...ctx,
  ...{ stripe: refusingStripe, appUrl: "https://app.test", reviewTerms: { trustedHosts: [] } },
};

describe("a withdrawal that is put back locks the earnings before its row", () => {
  type World = Awaited<ReturnType<typeof creatorWithPending>>;
  it.each<[string, (world: World) => Promise<unknown>]>([
    [
      "its owner cancels it",
      ({ asCreator: by, pending: { id } }) => cancelOwn(by, withdrawalWay, id),
    ],
    ["Stripe refuses it", ({ pending }) => sendWithdrawal(refusing, pending.id)],
  ])("when %s", async (_, putBack) => {
    const made = await creatorWithPending();
    const { pending, balance, userId } = made;
    const work = await withTx(db, async (tx) => {
      await lockBalance(tx, { kind: "earnings", ownerId: userId });
      const started = putBack(made);
      await untilBlocking(tx);
      // The end of a consent and a reclaimed account lock this row next, and must not wait for the other transaction.
      await tx`select from withdrawals where id = ${pending.id} for no key update nowait`;
      return { started };
    });
    await work.started;
    expect([await balance("earnings"), await balance("in_transit")]).toEqual([3n * CENT, 0n]);
  });
});
