import { microsFromCents } from "@fairclick/core/amounts";
import type { BooksReport, WithdrawalTrace } from "@fairclick/core/money/ledger";
import { formatUtcDay } from "@fairclick/sql/clicks/retention";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  campaignChecks,
  decisionChecks,
  ledgerChecks,
  type Proving,
  paymentChecks,
} from "@fairclick/sql/money/book-checks";
import {
  listLotCampaigns,
  listWithdrawalLots,
  type TracedLot,
} from "@fairclick/sql/money/earnings";
import {
  countClicksOf,
  everything,
  listUnsealedDays,
  oneDay,
  readOpen,
  sealDay,
  sealLedger,
  sealSettlements,
  useMemory,
} from "@fairclick/sql/money/proof-scope";
import {
  clickChecks,
  insightChecks,
  linkChecks,
  sealChecks,
  statChecks,
} from "@fairclick/sql/money/stat-checks";
import {
  getClearedTotal,
  listCleared,
  postStripeFees,
  type StripeFee,
} from "@fairclick/sql/money/stripe";
import type Stripe from "stripe";
import type { Ctx } from "../context";
import { getOutflow } from "./operate-outflows";
import type { PaymentsCtx } from "./stripe";

const MAX_CAMPAIGNS = 200;

/**
 * Returns where a withdrawal's money came from: the deposits of the lots that it took, and the campaigns
 * that paid the creator from each. Throws `not_found`.
 */
export async function traceWithdrawal(
  ctx: Pick<Ctx, "db">,
  withdrawalId: string,
): Promise<WithdrawalTrace> {
  const withdrawal = await getOutflow(ctx, "withdrawal", withdrawalId);
  const { id, userId, username, amountMicros } = withdrawal;
  return withTx(
    ctx.db,
    async (tx) => {
      const lots = await listWithdrawalLots(tx, { withdrawalId: id });
      const lotIds = lots.map(({ lotId }) => lotId);
      const campaigns = await listLotCampaigns(tx, { userId, lotIds, limit: MAX_CAMPAIGNS });
      return {
        withdrawal: { id, userId, username, micros: amountMicros.toString() },
        lots: lots.map((lot) => ({
          micros: lot.micros.toString(),
          deposit: presentDeposit(lot.deposit),
          campaigns: campaigns
            .filter(({ lotId }) => lotId === lot.lotId)
            .map(({ campaignId, name, micros }) => ({
              id: campaignId,
              name,
              micros: micros.toString(),
            })),
        })),
      };
    },
    { isolation: "repeatable read", readOnly: true, statementTimeoutMs: 60_000 },
  );
}

function presentDeposit(deposit: TracedLot["deposit"]) {
  if (!deposit) return null;
  const { amountMicros, paidAt, cardBrand, cardLast4, ...rest } = deposit;
  return {
    ...rest,
    micros: amountMicros.toString(),
    paidAt: paidAt.toISOString(),
    card: cardBrand && cardLast4 ? `${cardBrand} ${cardLast4}` : null,
  };
}

const bookChecks = [
  ...ledgerChecks,
  ...campaignChecks,
  ...clickChecks,
  ...linkChecks,
  ...sealChecks,
  ...decisionChecks,
  ...paymentChecks,
];

/** What only the whole proof reads. */
const counterChecks = [...statChecks, ...insightChecks];

/** What is proved about a day before it is sealed. */
const dayChecks = [...clickChecks, ...statChecks];

/** A check can read every entry and every stored click. */
const LONGEST_CHECK_MS = 30 * 60_000;
const sealing = { statementTimeoutMs: LONGEST_CHECK_MS } as const;
const snapshot = { ...sealing, isolation: "repeatable read", readOnly: true } as const;

export type VerifyBooks = { limit?: number; all?: boolean };

/**
 * Checks the books in one snapshot, so that concurrent work cannot look like a difference. Reads the
 * clicks that are not sealed; with `all`, every click, entry and counter. Each check lists at most `limit`
 * differences.
 */
export async function verifyBooks(
  ctx: Pick<Ctx, "db">,
  { limit = 20, all = false }: VerifyBooks = {},
): Promise<BooksReport> {
  if (!all) return (await proveOpen(ctx, limit)).report;
  return withTx(
    ctx.db,
    async (tx) => {
      await useMemory(tx);
      return checkBooks(tx, { limit, scope: everything }, [...bookChecks, ...counterChecks]);
    },
    snapshot,
  );
}

/** Also returns the settlements of which the proof read the clicks. */
async function proveOpen(ctx: Pick<Ctx, "db">, limit: number) {
  return withTx(
    ctx.db,
    async (tx) => {
      await useMemory(tx);
      const scope = await readOpen(tx);
      const report = await checkBooks(tx, { limit, scope });
      return { report, settlements: scope.settled?.ids ?? [] };
    },
    { ...snapshot, readOnly: false },
  );
}

/** Runs the checks in the caller's transaction. */
export async function checkBooks(
  tx: Tx,
  proving: Proving,
  checks = bookChecks,
): Promise<BooksReport> {
  const report: BooksReport = { clean: true, checks: [] };
  for (const { name, claim, find } of checks) {
    const differences = await find(tx, proving);
    report.clean &&= differences.length === 0;
    report.checks.push({ name, claim, differences });
  }
  return report;
}

/**
 * Seals the days that are over, and proves the books. If they are right, later proofs skip what was settled,
 * and what was posted more than 15 minutes ago: a transaction that posts ends within a minute (`withTx`).
 */
export async function proveBooks(ctx: Pick<Ctx, "db" | "now" | "log">): Promise<BooksReport> {
  const upTo = new Date(ctx.now().getTime() - 15 * 60_000);
  const unsealed = await sealDays(ctx);
  const { report, settlements } = await proveOpen(ctx, 20);
  const { clean, checks } = report;
  if (clean) {
    await sealLedger(ctx.db.sql, upTo);
    const digest = await withTx(ctx.db, (tx) => sealSettlements(tx, settlements), sealing);
    if (digest) ctx.log.info({ settlements: settlements.length, digest }, "Sealed settlements");
  }
  const others = unsealed.filter(({ name }) => !checks.some((check) => check.name === name));
  return { clean: clean && others.length === 0, checks: [...checks, ...others] };
}

/** How long after a day it is sealed: clicks that come later, from a spool, reopen it. */
const SEAL_AFTER_MS = 2 * 3_600_000;

/**
 * Proves each day that is over and not sealed, with its counters, and seals it. Returns the checks that failed: such
 * a day stays open.
 */
export async function sealDays(
  ctx: Pick<Ctx, "db" | "now" | "log">,
): Promise<BooksReport["checks"]> {
  const wrong: BooksReport["checks"] = [];
  const before = formatUtcDay(new Date(ctx.now().getTime() - SEAL_AFTER_MS));
  for (const day of await listUnsealedDays(ctx.db.sql, before)) {
    const scope = oneDay(day);
    const { clean, checks, clicks } = await withTx(
      ctx.db,
      async (tx) => {
        await useMemory(tx);
        const report = await checkBooks(tx, { limit: 20, scope }, dayChecks);
        return { ...report, clicks: await countClicksOf(tx, scope) };
      },
      snapshot,
    );
    wrong.push(...checks.filter(({ differences }) => differences.length > 0));
    if (!clean) continue;
    const digest = await withTx(ctx.db, (tx) => sealDay(tx, { day, clicks }), sealing);
    // Kept outside of the database, the last digest also shows that a whole chain was replaced.
    if (digest) ctx.log.info({ day, clicks: clicks.toString(), digest }, "Sealed a day");
  }
  return wrong;
}

/** Younger movements may not have reached us by webhook yet. */
const STILL_MOVING_MS = 3_600_000;
const FEES_AT_ONCE = 100;

export type StripeDifference = { key: string; stripeMicros: bigint; booksMicros: bigint };

export type Reconciliation = {
  compared: number;
  differences: StripeDifference[];
  /** What the clearing account holds beyond deposits, refunds, disputes, withdrawals and fees. */
  unexplainedMicros: bigint;
  /** All of Stripe's fees, and how many of them this run posted. */
  feesMicros: bigint;
  postedFees: number;
  /** The operator's own top-ups and payouts, which are not in our books. */
  ownMicros: bigint;
};

type Seen = { micros: bigint; lastAt: number };

/**
 * Posts Stripe's fees, each once, and compares Stripe's balance transactions with our books, page by
 * page. Our books are read first: everything in them was booked at Stripe before.
 */
export async function reconcileStripe(ctx: PaymentsCtx): Promise<Reconciliation> {
  const { books, totalMicros } = await readBooks(ctx);
  const explainedMicros = [...books.values()].reduce((sum, micros) => sum + micros, 0n);
  const { seen, newFees, feesMicros, ownMicros } = await readStripe(ctx, books);
  const postedFees = await postFees(ctx, newFees);
  for (const { id, micros } of newFees) books.set(feeKey(id), -micros);
  const settledBefore = ctx.now().getTime() - STILL_MOVING_MS;
  const keys = new Set([...books.keys(), ...seen.keys()]);
  const differences = [...keys].flatMap((key) => {
    const { micros: stripeMicros = 0n, lastAt = 0 } = seen.get(key) ?? {};
    const booksMicros = books.get(key) ?? 0n;
    return stripeMicros === booksMicros || lastAt > settledBefore
      ? []
      : [{ key, stripeMicros, booksMicros }];
  });
  const unexplainedMicros = totalMicros - explainedMicros;
  return {
    compared: keys.size,
    differences,
    unexplainedMicros,
    feesMicros,
    postedFees,
    ownMicros,
  };
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

async function readStripe(ctx: PaymentsCtx, books: ReadonlyMap<string, bigint>) {
  const seen = new Map<string, Seen>();
  const newFees: StripeFee[] = [];
  let [feesMicros, ownMicros] = [0n, 0n];
  const everything = ctx.stripe.balanceTransactions.list({ limit: 100, expand: ["data.source"] });
  for await (const transaction of everything) {
    const fee = readStripeFee(transaction);
    if (fee) {
      feesMicros += fee.micros;
      add(seen, feeKey(fee.id), { micros: -fee.micros, lastAt: 0 });
      if (!books.has(feeKey(fee.id))) newFees.push(fee);
    }
    if (isFee(transaction)) continue;
    const key = bookKey(transaction);
    const micros = microsFromCents(transaction.amount);
    if (key) add(seen, key, { micros, lastAt: transaction.created * 1_000 });
    else ownMicros += micros;
  }
  return { seen, newFees, feesMicros, ownMicros };
}

function add(seen: Map<string, Seen>, key: string, { micros, lastAt }: Seen): void {
  const before = seen.get(key) ?? { micros: 0n, lastAt: 0 };
  seen.set(key, {
    micros: before.micros + micros,
    lastAt: Math.max(before.lastAt, lastAt),
  });
}

const feeKey = (id: string) => `fee:${id}`;

/** Posts a part at a time: a run that is interrupted continues where it was. */
async function postFees({ db }: PaymentsCtx, fees: readonly StripeFee[]): Promise<number> {
  let posted = 0;
  for (let from = 0; from < fees.length; from += FEES_AT_ONCE) {
    const part = fees.slice(from, from + FEES_AT_ONCE);
    posted += await withTx(db, (tx) => postStripeFees(tx, part));
  }
  return posted;
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

const MAX_MEMO = 200;

/** Balance transactions that are fees as a whole, such as Connect's for accounts and payouts. */
const feeTypes: readonly string[] = ["stripe_fee", "stripe_fx_fee", "tax_fee"];

function isFee({ type }: Stripe.BalanceTransaction): boolean {
  return feeTypes.includes(type);
}

/**
 * Returns what a balance transaction cost the platform: Stripe takes a fee together with an amount,
 * or by itself. Null if it cost nothing.
 */
function readStripeFee(transaction: Stripe.BalanceTransaction): StripeFee | null {
  const { id, amount, fee, type, source, description } = transaction;
  const micros = microsFromCents(isFee(transaction) ? fee - amount : fee);
  if (micros === 0n) return null;
  const sourceId = typeof source === "string" ? source : source?.id;
  const what = isFee(transaction) ? (description ?? type) : `${type} ${sourceId ?? ""}`;
  const memo = `Stripe's fee: ${what}`.slice(0, MAX_MEMO).replaceAll(/[^ -~]/g, "?");
  return { id, micros, memo };
}
