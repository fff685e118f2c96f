import { z } from "zod";
import { t } from "../language/t";
import { timeSchema } from "../schemas";
import { typedText } from "../texts";

export const reportReasons = ["scam", "not_a_game", "adult", "hate", "other"] as const;
export type ReportReason = (typeof reportReasons)[number];

export function reportReasonLabel(reason: ReportReason): string {
  switch (reason) {
    case "scam":
      return t`Scam or malware`;
    case "not_a_game":
      return t`Not a game`;
    case "adult":
      return t`Adult content`;
    case "hate":
      return t`Hate`;
    case "other":
      return t`Something else`;
  }
}

export const MAX_REPORT_TEXT = 500;

/** The answer to every report, whether the link exists or not. */
export const reportThanks = () => t`Thank you. An operator looks at what is reported.`;

/** `confirmed`: visitors of links to this address see a warning and are not sent there. */
export const reportedAddressStates = ["open", "confirmed", "dismissed"] as const;
export type ReportedAddressState = (typeof reportedAddressStates)[number];

/** Hours after a dismissal in which further reports are stored, but do not open the address again. */
export const QUIET_HOURS = 24;

export const reportInputSchema = z.object({
  reason: z.enum(reportReasons, { error: () => t`Please choose what is wrong` }),
  text: typedText({
    label: () => t`The text`,
    maxLength: MAX_REPORT_TEXT,
    isMultiline: true,
  }).default(""),
});

export type ReportInput = z.input<typeof reportInputSchema>;

/** An address to which reported links lead, as operators see it. */
export const reportedAddressSchema = z.object({
  id: z.string(),
  /** Without scheme; Roblox places are named by their id. */
  address: z.string(),
  host: z.string(),
  state: z.enum(reportedAddressStates),
  /** Whether a confirmation covers the whole host. */
  wholeHost: z.boolean(),
  openedAt: timeSchema,
  reports: z.int(),
  /** Different addresses and accounts that reported, and different networks. */
  reporters: z.int(),
  networks: z.int(),
  /** Most frequent first. */
  reasons: z.array(z.object({ reason: z.enum(reportReasons), reports: z.int() })),
  lastReportedAt: timeSchema.nullable(),
  /** Why it was confirmed or dismissed. */
  answer: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: timeSchema.nullable(),
});

export const reportedAddressDetailSchema = reportedAddressSchema.extend({
  items: z.array(
    z.object({
      reason: z.enum(reportReasons),
      text: z.string(),
      signedIn: z.boolean(),
      campaign: z.string(),
      /** The link's code; null if the campaign was reported. */
      code: z.string().nullable(),
      reportedAt: timeSchema,
    }),
  ),
});

/** The reason of a pause after a confirmed report, with the operator's own words at its end. */
export function describeReport(reason: string): string {
  return t`Visitors reported the address of its game, and we confirmed the report: ${reason}`;
}
