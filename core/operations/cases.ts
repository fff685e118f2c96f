import { z } from "zod";
import {
  caseDetailSchema,
  caseKinds,
  caseSchema,
  caseStates,
  sharedSideSchema,
} from "../campaigns/cases";
import { reportedAddressDetailSchema, reportedAddressSchema } from "../campaigns/reports";
import { changeInputSchema } from "../changes";
import { reversalCategories } from "../clicks/decisions";
import { linkFindingSchema } from "../clicks/findings";
import { pageQuerySchema } from "../schemas";

/** All that an operator accepts or declines. Findings and reported addresses have their own tables. */
export const decidedKinds = [...caseKinds, "findings", "reports"] as const;
export type DecidedKind = (typeof decidedKinds)[number];

/** Undecided findings expire. */
export const decidedStates = [...caseStates, "expired"] as const;
export type DecidedState = (typeof decidedStates)[number];

/** Only reports that were decided can be reopened. */
export const decidingActs = ["accept", "decline", "reopen"] as const;
export type DecidingAct = (typeof decidingActs)[number];

const finding = {
  kind: z.literal("findings"),
  state: z.enum(decidedStates),
  sharedSides: z.array(sharedSideSchema),
};
const report = { kind: z.literal("reports"), state: z.enum(decidedStates) };
const findingCaseSchema = linkFindingSchema.extend(finding);
export type FindingCase = z.input<typeof findingCaseSchema>;
const reportCaseSchema = reportedAddressSchema.extend(report);
export type ReportCase = z.input<typeof reportCaseSchema>;

export const decidedSchema = z.discriminatedUnion("kind", [
  caseSchema,
  findingCaseSchema,
  reportCaseSchema,
]);
export type Decided = z.input<typeof decidedSchema>;

export const decidedDetailSchema = z.discriminatedUnion("kind", [
  caseDetailSchema,
  findingCaseSchema,
  reportedAddressDetailSchema.extend(report),
]);
export type DecidedDetail = z.input<typeof decidedDetailSchema>;

/** Open cases are listed oldest first, the order in which to decide them; others newest first. */
export const decidedQuerySchema = pageQuerySchema.extend({
  kind: z.enum(decidedKinds),
  state: z.enum(decidedStates).default("open"),
});

export const decisionSchema = changeInputSchema.extend({
  /** Why clicks are reversed, for an objection that is accepted. */
  category: z.enum(reversalCategories).default("other"),
  /** For accepted reviews and reports: the whole host (a report with its subdomains), not only this address. */
  wholeHost: z.boolean().default(false),
});

/** Names of the kinds on screens, singular. */
export const caseNames: Record<DecidedKind, string> = {
  appeals: "appeal",
  objections: "objection",
  reviews: "review",
  findings: "finding",
  reports: "report",
};
