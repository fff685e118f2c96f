import { z } from "zod";
import { t } from "../language/t";
import { changeInputSchema } from "../operations/operator-change-schema";
import { pageQuerySchema } from "../schemas/page";
import { typedText } from "../schemas/typed-text";
import { MAX_REPORT_TEXT, reportedAddressStates, reportReasons } from "./report-reasons";

/** What a person reports about a link or a campaign. */
export const reportInputSchema = z.object({
  reason: z.enum(reportReasons, { error: () => t`Please choose what is wrong` }),
  text: typedText({
    label: () => t`The text`,
    maxLength: MAX_REPORT_TEXT,
    isMultiline: true,
  }).default(""),
});

export type ReportInput = z.input<typeof reportInputSchema>;

export const reportsQuerySchema = pageQuerySchema.extend({
  state: z.enum(reportedAddressStates).default("open"),
});

export const confirmReportSchema = changeInputSchema.extend({
  /** All addresses of the host and of its subdomains, not only this one. */
  wholeHost: z.boolean().default(false),
});

/** An address to which reported links lead, as operators see it. */
export const reportedAddressSchema = z.object({
  id: z.string(),
  /** Without scheme; Roblox places are named by their id. */
  address: z.string(),
  host: z.string(),
  state: z.enum(reportedAddressStates),
  /** Whether a confirmation covers the whole host. */
  wholeHost: z.boolean(),
  openedAt: z.iso.datetime(),
  reports: z.int(),
  /** Different addresses and accounts that reported, and different networks. */
  reporters: z.int(),
  networks: z.int(),
  /** Most frequent first. */
  reasons: z.array(z.object({ reason: z.enum(reportReasons), reports: z.int() })),
  lastReportedAt: z.iso.datetime().nullable(),
  /** Why it was confirmed or dismissed. */
  answer: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
});
export type ReportedAddressResponse = z.infer<typeof reportedAddressSchema>;

/** An address with its newest reports. */
export const reportedAddressDetailSchema = reportedAddressSchema.extend({
  items: z.array(
    z.object({
      reason: z.enum(reportReasons),
      text: z.string(),
      signedIn: z.boolean(),
      campaign: z.string(),
      /** The link's code; null if the campaign was reported. */
      code: z.string().nullable(),
      reportedAt: z.iso.datetime(),
    }),
  ),
});
