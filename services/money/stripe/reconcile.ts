import { microsFromCents } from "@fairclick/core/money/micros";
import { withTx } from "@fairclick/sql/db/tx";
import { getClearedTotal, listCleared } from "@fairclick/sql/money/clearing";
import type Stripe from "stripe";
import type { PaymentsCtx } from "./payments-ctx";

/** Younger movements may not have reached us by webhook yet. */
const STILL_MOVING_MS = 3_600_000;

export type StripeDifference = { key: string; stripeMicros: bigint; booksMicros: bigint };

export type Reconciliation = {
  compared: number;
  differences: StripeDifference[];
  /** What the clearing account holds beyond deposits, refunds, disputes and withdrawals. */
  unexplainedMicros: bigint;
  /** Stripe's fees and the operator's own top-ups and payouts, which are not in our books. */
  feesMicros: bigint;
  ownMicros: bigint;
};

type Seen = { micros: bigint; lastAt: number };

/**
 * Compares Stripe's balance transactions with our books, page by page. Our books are read first:
 * everything in them was booked at Stripe before.
 */
export async function reconcileStripe(ctx: PaymentsCtx): Promise<Reconciliation> {
  const { books, totalMicros } = await readBooks(ctx);
  const { seen, feesMicros, ownMicros } = await readStripe(ctx);
  const settledBefore = ctx.now().getTime() - STILL_MOVING_MS;
  const keys = new Set([...books.keys(), ...seen.keys()]);
  const differences = [...keys].flatMap((key) => {
    const { micros: stripeMicros = 0n, lastAt = 0 } = seen.get(key) ?? {};
    const booksMicros = books.get(key) ?? 0n;
    return stripeMicros === booksMicros || lastAt > settledBefore
      ? []
      : [{ key, stripeMicros, booksMicros }];
  });
  const explainedMicros = [...books.values()].reduce((sum, micros) => sum + micros, 0n);
  const unexplainedMicros = totalMicros - explainedMicros;
  return { compared: keys.size, differences, unexplainedMicros, feesMicros, ownMicros };
}

async function readBooks({ db }: PaymentsCtx) {
  return withTx(
    db,
    async (tx) => {
      const cleared = await listCleared(tx);
      const books = new Map(cleared.map(({ key, micros }) => [key, micros]));
      return { books, totalMicros: await getClearedTotal(tx) };
    },
    { isolation: "repeatable read", readOnly: true, statementTimeoutMs: 5 * 60_000 },
  );
}

async function readStripe(ctx: PaymentsCtx) {
  const seen = new Map<string, Seen>();
  let [feesMicros, ownMicros] = [0n, 0n];
  const everything = ctx.stripe.balanceTransactions.list({ limit: 100, expand: ["data.source"] });
  for await (const transaction of everything) {
    const { amount, created, fee } = transaction;
    const key = bookKey(transaction);
    feesMicros += microsFromCents(fee);
    if (!key) {
      ownMicros += microsFromCents(amount);
      continue;
    }
    const { micros, lastAt } = seen.get(key) ?? { micros: 0n, lastAt: 0 };
    seen.set(key, {
      micros: micros + microsFromCents(amount),
      lastAt: Math.max(lastAt, created * 1_000),
    });
  }
  return { seen, feesMicros, ownMicros };
}

/** Key of our object that a balance transaction belongs to; null for the operator's own. */
function bookKey({ source }: Stripe.BalanceTransaction): string | null {
  if (!source || typeof source === "string") return null;
  switch (source.object) {
    case "charge":
      return `payment:${referenceId(source.payment_intent) ?? source.id}`;
    case "refund":
    case "dispute":
    case "transfer":
      return `${source.object}:${source.id}`;
    case "transfer_reversal":
      return `transfer:${referenceId(source.transfer)}`;
    default:
      return null;
  }
}

function referenceId(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
