import { z } from "zod";
import { dataResponse } from "../schemas";
import { proofs } from "./lots";

/** One claim about the books, with the rows that contradict it. */
export const bookCheckSchema = z.object({
  name: z.string(),
  claim: z.string(),
  differences: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
});

export const booksReportSchema = z.object({
  clean: z.boolean(),
  checks: z.array(bookCheckSchema),
});
export type BooksReport = z.infer<typeof booksReportSchema>;

export const booksResponseSchema = dataResponse(booksReportSchema);

export const MAX_STATEMENT = 1_000;

/** `before` is the id of a transaction: the statement ends just before it. */
export const statementQuerySchema = z.object({
  before: z.uuid({ error: "before must be the id of a transaction" }).optional(),
  limit: z.coerce
    .number({ error: "limit must be a whole number" })
    .int({ error: "limit must be a whole number" })
    .min(1, { error: "limit must be at least 1" })
    .max(MAX_STATEMENT, { error: `limit must be at most ${MAX_STATEMENT}` })
    .default(50),
});
export type StatementQuery = z.infer<typeof statementQuerySchema>;

const microsSchema = z.string().regex(/^-?\d+$/);

export const statementEntrySchema = z.object({
  transactionId: z.string(),
  at: z.iso.datetime(),
  kind: z.string(),
  reference: z.string().nullable(),
  memo: z.string().nullable(),
  micros: microsSchema,
  /** For click payouts: the number of clicks and their price. */
  quantity: microsSchema.nullable(),
  unitMicros: microsSchema.nullable(),
  /** Balance of the account after this entry. */
  balanceMicros: microsSchema,
});

/** A part of an account's history, oldest entry first. */
export const statementSchema = z.object({
  account: z.object({
    id: microsSchema,
    kind: z.string(),
    ownerId: z.string().nullable(),
    balanceMicros: microsSchema,
  }),
  openingMicros: microsSchema,
  entries: z.array(statementEntrySchema),
  closingMicros: microsSchema,
  /** Whether the account balance is the sum of all its entries. */
  addsUp: z.boolean(),
  /** Pass it as `before` to read earlier entries; null if there are none. */
  earlier: z.string().nullable(),
});
export type Statement = z.infer<typeof statementSchema>;

export const statementResponseSchema = dataResponse(statementSchema);

/** Where a withdrawal's money came from, from the bank back to the card. */
export const withdrawalTraceSchema = z.object({
  withdrawal: z.object({
    id: z.string(),
    userId: z.string(),
    username: z.string(),
    micros: microsSchema,
  }),
  /** By deposit, oldest first; together the amount of the withdrawal. */
  lots: z.array(
    z.object({
      micros: microsSchema,
      /** Null for the platform's own money, which covers a debt or a loss. */
      deposit: z
        .object({
          id: z.string(),
          userId: z.string(),
          username: z.string(),
          micros: microsSchema,
          paidAt: z.iso.datetime(),
          /** Brand and last four digits; null if it was not paid by card. */
          card: z.string().nullable(),
          provedBy: z.enum(proofs).nullable(),
          disputed: z.boolean(),
        })
        .nullable(),
      /** What campaigns paid this creator from the deposit in all, largest first. */
      campaigns: z.array(z.object({ id: z.string(), name: z.string(), micros: microsSchema })),
    }),
  ),
});
export type WithdrawalTrace = z.infer<typeof withdrawalTraceSchema>;

export const withdrawalTraceResponseSchema = dataResponse(withdrawalTraceSchema);

export const reportQuerySchema = z.object({
  month: z
    .string({ error: "month must be given, such as 2026-11" })
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: "month must be a month such as 2026-11" }),
});

/**
 * What an account means to the business: money that Stripe holds for it; money that it owes to
 * users; money that users owe to it; what it earned; what it paid.
 */
export const reportGroups = ["holds", "owes", "owed", "earned", "paid"] as const;
type ReportGroup = (typeof reportGroups)[number];

/** One kind of account in a month. Amounts grow with what the group says, so all are usually positive. */
const reportAccountSchema = z.object({
  account: z.string(),
  group: z.enum(reportGroups),
  openingMicros: microsSchema,
  /** The month's change by kind of transaction, sorted by kind; opening plus all of them is closing. */
  moves: z.array(z.object({ kind: z.string(), micros: microsSchema })),
  closingMicros: microsSchema,
});

const standSchema = z.object({
  holdsMicros: microsSchema,
  owesMicros: microsSchema,
  owedMicros: microsSchema,
});

/**
 * The business in a month (UTC), by the ledger. `resultMicros` is `earnedMicros - paidMicros`, and also
 * the growth of `holds + owed - owes` from `opening` to `closing`.
 */
export const monthReportSchema = z.object({
  month: z.string(),
  from: z.iso.datetime(),
  /** The end of the month, or the time of the report if the month has not ended. */
  to: z.iso.datetime(),
  opening: standSchema,
  earnedMicros: microsSchema,
  paidMicros: microsSchema,
  resultMicros: microsSchema,
  closing: standSchema,
  accounts: z.array(reportAccountSchema),
  addsUp: z.boolean(),
});
export type MonthReport = z.infer<typeof monthReportSchema>;

export const monthReportResponseSchema = dataResponse(monthReportSchema);

/** The change of one kind of account by one kind of transaction. */
export type Movement = {
  account: string;
  kind: string;
  /** Within the month, and after it. */
  monthMicros: bigint;
  laterMicros: bigint;
};

/** Kinds of accounts in the order of the report. */
const groups: Record<string, ReportGroup> = {
  stripe_clearing: "holds",
  wallet: "owes",
  escrow: "owes",
  earnings: "owes",
  in_transit: "owes",
  debt: "owed",
  recoverable: "owes",
  fees: "earned",
  stripe_fees: "paid",
  losses: "paid",
};

/** The ledger credits what the business owes and earns; the report counts the others positive too. */
const isDebited = (group: ReportGroup) => group === "holds" || group === "owed" || group === "paid";

type Books = {
  /** The balances now, by kind of account. */
  balances: ReadonlyMap<string, bigint>;
  /** All movements since the month began. */
  movements: readonly Movement[];
};

type Line = {
  account: string;
  group: ReportGroup;
  opening: bigint;
  moves: { kind: string; micros: bigint }[];
  closing: bigint;
};

/**
 * Computes a month's figures from the balances now, back through what moved since the month began.
 * Throws if the ledger has a kind of account that the report does not know.
 */
export function reportMonth(books: Books): Omit<MonthReport, "month" | "from" | "to"> {
  const seen = [...books.balances.keys(), ...books.movements.map(({ account }) => account)];
  const unknown = seen.find((account) => !Object.hasOwn(groups, account));
  if (unknown) throw new Error(`The report does not know accounts of the kind ${unknown}`);
  const lines = Object.entries(groups).map(([account, group]) => toLine(account, group, books));
  const sum = (group: ReportGroup, pick: (line: Line) => bigint) =>
    lines.filter((line) => line.group === group).reduce((total, line) => total + pick(line), 0n);
  const stand = (pick: (line: Line) => bigint) => ({
    holds: sum("holds", pick),
    owes: sum("owes", pick),
    owed: sum("owed", pick),
  });
  const opening = stand((line) => line.opening);
  const closing = stand((line) => line.closing);
  const change = (line: Line) => line.closing - line.opening;
  const [earned, paid] = [sum("earned", change), sum("paid", change)];
  const worth = ({ holds, owes, owed }: typeof opening) => holds + owed - owes;
  return {
    opening: presentStand(opening),
    earnedMicros: `${earned}`,
    paidMicros: `${paid}`,
    resultMicros: `${earned - paid}`,
    closing: presentStand(closing),
    accounts: lines.map(presentLine),
    addsUp: worth(closing) - worth(opening) === earned - paid,
  };
}

function toLine(account: string, group: ReportGroup, { balances, movements }: Books): Line {
  const sign = isDebited(group) ? -1n : 1n;
  const own = movements.filter((each) => each.account === account);
  const later = own.reduce((sum, { laterMicros }) => sum + laterMicros, 0n);
  const closing = sign * ((balances.get(account) ?? 0n) - later);
  const moves = own
    .filter(({ monthMicros }) => monthMicros !== 0n)
    .map(({ kind, monthMicros }) => ({ kind, micros: sign * monthMicros }))
    .sort((a, b) => (a.kind < b.kind ? -1 : 1));
  const opening = closing - moves.reduce((sum, { micros }) => sum + micros, 0n);
  return { account, group, opening, moves, closing };
}

function presentStand({ holds, owes, owed }: Record<"holds" | "owes" | "owed", bigint>) {
  return { holdsMicros: `${holds}`, owesMicros: `${owes}`, owedMicros: `${owed}` };
}

function presentLine({ account, group, opening, moves, closing }: Line) {
  return {
    account,
    group,
    openingMicros: `${opening}`,
    moves: moves.map(({ kind, micros }) => ({ kind, micros: `${micros}` })),
    closingMicros: `${closing}`,
  };
}
