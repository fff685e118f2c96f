import { AppError } from "@fairclick/core/errors";
import { parseAccountReference } from "@fairclick/core/money/describe-money";
import {
  type BooksReport,
  type MonthReport,
  reportMonth,
  type Statement,
  type StatementQuery,
  type WithdrawalTrace,
} from "@fairclick/core/money/ledger";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { campaignChecks, decisionChecks } from "@fairclick/sql/money/book-checks";
import {
  listLotCampaigns,
  listWithdrawalLots,
  type TracedLot,
} from "@fairclick/sql/money/earnings";
import { ledgerChecks, paymentChecks } from "@fairclick/sql/money/ledger-checks";
import { clickChecks } from "@fairclick/sql/money/stat-checks";
import {
  findLedgerAccount,
  listEntries,
  type StatementAccount,
  type StatementEntry,
  sumBalances,
  sumEntries,
  sumMovements,
} from "@fairclick/sql/money/statements";
import type { Ctx } from "../context";
import { getOutflow } from "./operate-outflows";

/**
 * Returns what the business earned, paid, owes and holds in a month such as `2026-11` (UTC), read in
 * one snapshot. Throws `validation` if the month has not begun.
 */
export async function getMonthReport(
  ctx: Pick<Ctx, "db" | "now">,
  month: string,
): Promise<MonthReport> {
  const [year = 0, place = 0] = month.split("-").map(Number);
  const from = new Date(Date.UTC(year, place - 1, 1));
  const end = new Date(Date.UTC(year, place, 1));
  const now = ctx.now();
  if (from > now) throw new AppError("validation", `The month ${month} has not begun.`);
  const books = await withTx(
    ctx.db,
    async (tx) => ({
      balances: await sumBalances(tx),
      movements: await sumMovements(tx, { from, to: end }),
    }),
    { isolation: "repeatable read", readOnly: true, statementTimeoutMs: 4 * 60_000 },
  );
  const to = end < now ? end : now;
  return { month, from: from.toISOString(), to: to.toISOString(), ...reportMonth(books) };
}

/**
 * Returns an account's last entries before a time, with the balance at both ends, read in one
 * snapshot. Throws `validation` or `not_found` if the text names no account.
 */
export async function getStatement(
  ctx: Pick<Ctx, "db">,
  { account: text, before = null, limit }: { account: string } & Asked,
): Promise<Statement> {
  const reference = parseAccountReference(text);
  if (!reference) throw new AppError("validation", `“${text}” is not how an account is named.`);
  return withTx(
    ctx.db,
    async (tx) => {
      const account = await findLedgerAccount(tx, reference);
      if (!account) throw new AppError("not_found", `There is no account ${text}.`);
      const newestFirst = await listEntries(tx, {
        accountId: account.id,
        before,
        limit: limit + 1,
      });
      const entries = newestFirst.slice(0, limit).reverse();
      const first = entries[0]?.transactionId ?? before;
      const sums = await sumEntries(tx, { accountId: account.id, before: first });
      const earlier = newestFirst.length > limit ? first : null;
      return { ...present(account, entries, sums), earlier };
    },
    { isolation: "repeatable read", readOnly: true, statementTimeoutMs: 60_000 },
  );
}

type Asked = { before?: string | null | undefined } & Pick<StatementQuery, "limit">;
type Sums = Awaited<ReturnType<typeof sumEntries>>;

function present(account: StatementAccount, entries: StatementEntry[], sums: Sums) {
  let balance = sums.earlierMicros;
  const lines = entries.map(({ at, micros, quantity, unitMicros, ...entry }) => {
    balance += micros;
    return {
      ...entry,
      at: at.toISOString(),
      micros: micros.toString(),
      quantity: quantity?.toString() ?? null,
      unitMicros: unitMicros?.toString() ?? null,
      balanceMicros: balance.toString(),
    };
  });
  const { id, kind, ownerId, balanceMicros } = account;
  return {
    account: { id: id.toString(), kind, ownerId, balanceMicros: balanceMicros.toString() },
    openingMicros: sums.earlierMicros.toString(),
    entries: lines,
    closingMicros: balance.toString(),
    addsUp: sums.totalMicros === balanceMicros,
  };
}

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

const checks = [
  ...ledgerChecks,
  ...campaignChecks,
  ...clickChecks,
  ...decisionChecks,
  ...paymentChecks,
];

/** The checks read every entry and every stored click. */
const LONGEST_CHECK_MS = 30 * 60_000;

/**
 * Checks the books in one snapshot, so that concurrent work cannot look like a difference. Each
 * check lists at most `limit` differences.
 */
export async function verifyBooks(ctx: Pick<Ctx, "db">, { limit = 20 } = {}): Promise<BooksReport> {
  return withTx(
    ctx.db,
    async (tx) => {
      return checkBooks(tx, limit);
    },
    { isolation: "repeatable read", readOnly: true, statementTimeoutMs: LONGEST_CHECK_MS },
  );
}

/** Runs the checks in the caller's transaction. */
export async function checkBooks(tx: Tx, limit: number): Promise<BooksReport> {
  const report: BooksReport = { clean: true, checks: [] };
  for (const { name, claim, find } of checks) {
    const differences = await find(tx, limit);
    report.clean &&= differences.length === 0;
    report.checks.push({ name, claim, differences });
  }
  return report;
}
