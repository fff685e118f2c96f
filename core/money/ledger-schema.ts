import { z } from "zod";
import { proofs } from "./lot-terms";

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

export const booksResponseSchema = z.object({
  status: z.literal("success"),
  data: booksReportSchema,
});

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

export const statementResponseSchema = z.object({
  status: z.literal("success"),
  data: statementSchema,
});

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

export const withdrawalTraceResponseSchema = z.object({
  status: z.literal("success"),
  data: withdrawalTraceSchema,
});
