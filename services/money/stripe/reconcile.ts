import { microsFromCents } from "@fairclick/core/money/micros";
import { withTx } from "@fairclick/sql/db/tx";
import { getClearedTotal, listCleared } from "@fairclick/sql/money/clearing";
import type Stripe from "stripe";
import type { PaymentsCtx } from "./payments-ctx";

/** What moved so recently may not have been told to us yet. */
const STILL_MOVING_MS = 3_600_000;

export type StripeDifference = { key: string; stripeMicros: bigint; booksMicros: bigint };

export type Reconciliation = {
  compared: number;
  differences: StripeDifference[];
  /** What the clearing account holds beyond deposits, refunds, disputes and withdrawals. */
  unexplainedMicros: bigint;
  /** Stripe's fees, and what the operator paid in or took out: not in our books. */
  feesMicros: bigint;
  ownMicros: bigint;
};

type Seen = { micros: bigint; lastAt: number };

/**
 * Compares everything that Stripe has booked with what our books say of the same objects, page by
 * page. The books are read first: whatever they know of, Stripe has booked before.
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
    const key = keyOf(transaction);
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

/** The object of ours that a balance transaction belongs to, or null for the operator's own. */
function keyOf({ source }: Stripe.BalanceTransaction): string | null {
  if (!source || typeof source === "string") return null;
  switch (source.object) {
    case "charge":
      return `payment:${idOf(source.payment_intent) ?? source.id}`;
    case "refund":
    case "dispute":
    case "transfer":
      return `${source.object}:${source.id}`;
    case "transfer_reversal":
      return `transfer:${idOf(source.transfer)}`;
    default:
      return null;
  }
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
