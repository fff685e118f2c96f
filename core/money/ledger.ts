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

const microsSchema = z.string().regex(/^-?\d+$/);

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
