import { z } from "zod";

const microsSchema = z.string().regex(/^-?\d+$/);

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
export type ReportGroup = (typeof reportGroups)[number];

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

export const monthReportResponseSchema = z.object({
  status: z.literal("success"),
  data: monthReportSchema,
});
