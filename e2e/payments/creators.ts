import { type Person, register } from "@fairclick/api/testing/people";
import type { Withdrawal } from "@fairclick/sql/money/outflows";
import type Stripe from "stripe";
import { earn, onboard } from "./money";
import type { StripeApp } from "./stripe-app";

/** Registers a creator with a verified payout account and this many cents to withdraw. */
export async function createCreator(app: StripeApp, cents: number): Promise<Person> {
  const person = await register(app, "creator");
  await onboard(app, person);
  await earn(app, person, cents);
  return person;
}

type LastWithdrawal = Pick<Withdrawal, "id" | "status" | "attempt"> & {
  transfer: string | null;
  payout: string | null;
  reason: string | null;
};

export async function lastWithdrawal(
  { owner }: StripeApp,
  { id }: Person,
): Promise<LastWithdrawal | undefined> {
  const [row] = await owner<LastWithdrawal[]>`
    select id, status, attempt, transfer_id as transfer, payout_id as payout,
      failure_reason as reason
    from withdrawals where user_id = ${id} order by requested_at desc, id desc limit 1`;
  return row;
}

export async function cancelLast(app: StripeApp, person: Person) {
  const last = await lastWithdrawal(app, person);
  const path = `/api/stripe/withdrawals/${last?.id}/cancel`;
  return app.call("POST", path, { token: person.token });
}

/** Returns the transfers that Stripe has for a creator's withdrawals. */
export async function listTransfers(
  { owner, deps }: StripeApp,
  { id }: Person,
): Promise<Stripe.Transfer[]> {
  const rows = await owner<{ id: string }[]>`select id from withdrawals where user_id = ${id}`;
  const own = new Set(rows.map((row) => row.id));
  const transfers = await deps.stripe?.transfers.list({ limit: 100 });
  return (transfers?.data ?? []).filter(({ metadata }) => own.has(metadata.withdrawal_id ?? ""));
}
