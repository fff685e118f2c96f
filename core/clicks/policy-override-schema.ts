import { z } from "zod";
import { changeInputSchema } from "../operations/operator-change-schema";
import { policySchema } from "./policy-file-schema";
import { type OverridableValue, overridableValues } from "./policy-overrides";

/** Days of an override: the default, and the most if it loosens the policy or is only stricter. */
export const OVERRIDE_DAYS = { usual: 30, loosening: 30, stricter: 365 } as const;

const { shared, ...numbers } = policySchema.shape;
const numberOf = (name: OverridableValue) => {
  switch (name) {
    case "shared.burstClicks":
      return shared.shape.burstClicks;
    case "shared.addressClicks":
      return shared.shape.addressClicks;
    default:
      return numbers[name];
  }
};

/** The values of an override by their names in a policy, such as `shared.burstClicks`. */
const overrideValuesSchema = z
  .partialRecord(z.enum(overridableValues), z.number())
  .superRefine((values, context) => {
    for (const name of overridableValues) {
      if (values[name] === undefined) continue;
      const problem = numberOf(name).safeParse(values[name]).error?.issues[0]?.message;
      if (problem) context.addIssue({ code: "custom", path: [name], message: problem });
    }
  })
  .refine((values) => Object.keys(values).length > 0, { error: "Give at least one value." });

/** A campaign or a user in its role as creator. */
export const overrideSubjectSchema = z
  .string()
  .max(200)
  .regex(/^(campaign|user):.+$/, { error: "must be campaign:ID or user:NAME" });

export const overrideSetInputSchema = changeInputSchema.extend({
  subject: overrideSubjectSchema,
  values: overrideValuesSchema,
  /** When it ends; in 30 days if it is missing. */
  until: z.iso
    .datetime({ offset: true, error: "must be a moment such as 2026-01-31T12:00Z" })
    .optional(),
});
export type OverrideSetInput = z.infer<typeof overrideSetInputSchema>;

export const overrideRemoveInputSchema = changeInputSchema.extend({
  subject: overrideSubjectSchema,
});

/** By their names in a policy, such as `shared.burstClicks`. */
const valuesSchema = z.record(z.string(), z.number());

export const listedOverrideSchema = z.object({
  /** `requested` ones wait for a second operator and judge nothing. */
  state: z.enum(["active", "requested"]),
  /** The revision of an active override, which clicks name; the id of a request. */
  id: z.string(),
  /** `campaign:<id>` or `user:<id>`. */
  subject: z.string(),
  /** The campaign's name or the username. */
  name: z.string(),
  values: valuesSchema,
  /** The values that are less strict than the policy in force. */
  loosens: z.array(z.enum(overridableValues)),
  /** Null for a request. */
  activeFrom: z.iso.datetime().nullable(),
  until: z.iso.datetime(),
  reason: z.string(),
  /** The operator who set or requested it. */
  operator: z.string(),
  /** The second operator; null if none was needed, or if it waits. */
  approver: z.string().nullable(),
  /** When a request that nobody approves expires; null for an active override. */
  expiresAt: z.iso.datetime().nullable(),
});
export type ListedOverride = z.infer<typeof listedOverrideSchema>;

export const overridesResponseSchema = z.object({
  status: z.literal("success"),
  /** Requests first, the newest of each state first. */
  data: z.array(listedOverrideSchema),
});

/** An override that applies to a click, or to the clicks of a campaign or a creator. */
export const appliedOverrideSchema = z.object({
  revision: z.int(),
  of: z.enum(["campaign", "creator"]),
  values: valuesSchema,
});
export type AppliedOverride = z.infer<typeof appliedOverrideSchema>;

/** The values that judge the clicks of a campaign or a creator now, and the overrides among them. */
export const effectivePolicySchema = policySchema.extend({
  overrides: z.array(appliedOverrideSchema),
});

export const effectivePolicyResponseSchema = z.object({
  status: z.literal("success"),
  data: effectivePolicySchema,
});
