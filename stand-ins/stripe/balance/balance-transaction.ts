import type Stripe from "stripe";
import { recordEvent } from "../events/record-event";
import { newId } from "../world/ids";
import { get, now, put, schedule, type World } from "../world/world";
import { computeBalance } from "./balance";

export type Booking = {
  account?: string | null;
  type: Stripe.BalanceTransaction.Type;
  reportingCategory: string;
  amountCents: number;
  feeCents?: number;
  currency: string;
  /** Null if nothing was converted. */
  exchangeRate?: number | null;
  source: string | null;
  description?: string | null;
  /** How long the money stays pending (ms). */
  pendingMs?: number;
};

const dayMs = 24 * 60 * 60 * 1000;
export const cardPendingMs = 2 * dayMs;

/** Records a balance transaction. Pending money becomes available through a timer. */
export function book(world: World, booking: Booking): Stripe.BalanceTransaction {
  const { account = null, amountCents, feeCents = 0, currency, pendingMs = 0 } = booking;
  const created = now(world);
  const transaction = {
    id: newId("txn"),
    object: "balance_transaction",
    amount: amountCents,
    available_on: created + Math.floor(pendingMs / 1000),
    balance_type: "payments",
    created,
    currency,
    description: booking.description ?? null,
    exchange_rate: booking.exchangeRate ?? null,
    fee: feeCents,
    fee_details: feeCents === 0 ? [] : [feeDetail(feeCents, currency)],
    net: amountCents - feeCents,
    reporting_category: booking.reportingCategory,
    source: booking.source,
    status: pendingMs > 0 ? "pending" : "available",
    type: booking.type,
  } satisfies Stripe.BalanceTransaction;
  put(world, "balance_transaction", transaction, account);
  if (pendingMs > 0) {
    schedule(world, pendingMs, { kind: "release_funds", transaction: transaction.id });
  }
  return transaction;
}

export function releaseFunds(world: World, id: string): void {
  get(world, "balance_transaction", id).status = "available";
  const account = world.state.objects.balance_transaction[id]?.account ?? null;
  recordEvent(world, "balance.available", computeBalance(world, account), { account });
}

function feeDetail(amount: number, currency: string) {
  return {
    amount,
    application: null,
    currency,
    description: "Stripe processing fees",
    type: "stripe_fee",
  };
}
