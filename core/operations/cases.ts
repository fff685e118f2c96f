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
import { attackDetailSchema, attackSchema } from "./attacks";

/**
 * All that an operator accepts or declines. Findings and reported addresses have their own tables; an
 * attack is opened by operators, by acts on several accounts.
 */
export const decidedKinds = ["attacks", ...caseKinds, "findings", "reports"] as const;
export type DecidedKind = (typeof decidedKinds)[number];

/** Undecided findings expire. */
export const decidedStates = [...caseStates, "expired"] as const;
export type DecidedState = (typeof decidedStates)[number];

/** Only reports and attacks that were decided can be reopened. */
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

const attack = { kind: z.literal("attacks"), state: z.enum(decidedStates) };
const attackCaseSchema = attackSchema.extend(attack);
export type AttackCase = z.input<typeof attackCaseSchema>;

export const decidedSchema = z.discriminatedUnion("kind", [
  attackCaseSchema,
  caseSchema,
  findingCaseSchema,
  reportCaseSchema,
]);
export type Decided = z.input<typeof decidedSchema>;

export const decidedDetailSchema = z.discriminatedUnion("kind", [
  attackDetailSchema.extend(attack),
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
  attacks: "attack",
  appeals: "appeal",
  objections: "objection",
  reviews: "review",
  findings: "finding",
  reports: "report",
};
