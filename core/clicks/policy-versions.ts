import { z } from "zod";
import { changeInputSchema } from "../changes";
import { type Cells, defineResource, formatMoment } from "../resource";
import { dataResponse, pageQuerySchema, timeSchema } from "../schemas";
import { policyFileSchema, policySchema } from "./policy";

export const policyShownResponseSchema = dataResponse(policySchema);

/** A stored version. Its policy is that of its release: the window is a setting of the installation. */
const policyVersionSchema = z.object({
  version: z.int(),
  /** Version of the rules of the release that stored it. */
  rulesVersion: z.int(),
  origin: z.enum(["release", "apply"]),
  /** `active` judges clicks of now; `scheduled` will; `replaced` judged clicks of the past, or never started. */
  state: z.enum(["active", "scheduled", "replaced"]),
  activeFrom: timeSchema,
  reason: z.string(),
  /** The operator's name; null if a release brought it. */
  operator: z.string().nullable(),
  createdAt: timeSchema,
  /** Number of values that differ from the release's. */
  edits: z.int(),
});

const numberSchema = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, { error: "must be the number of a version" });

/** `newest` may not judge clicks yet. */
export const shownVersionSchema = z.union([z.literal("newest"), numberSchema], {
  error: 'must be the number of a version, or "newest"',
});

export const policyVersions = defineResource({
  path: "policy/versions",
  one: "version",
  key: "version",
  list: {
    scope: "clicks:read",
    summary: "list the versions of the policy",
    about:
      "Lists the versions of the policy, newest first: from when each judges clicks, who stored it and why. Each click names the version that judged it.",
    examples: [
      "policy list",
      "policy list --json | jq -r '[.version, .activeFrom, .reason] | @tsv'",
    ],
    query: pageQuerySchema.extend({ cursor: numberSchema.optional() }),
    row: policyVersionSchema,
    columns: {
      version: "version",
      state: "state",
      from: ({ activeFrom }) => formatMoment(activeFrom),
      origin: "origin",
      by: "operator",
      edits: "edits",
      reason: "reason",
    } satisfies Cells<z.input<typeof policyVersionSchema>>,
  },
});

const moment = z.iso.datetime({
  offset: true,
  error: "must be a moment such as 2026-01-31T12:00Z",
});

/** Input that stores a policy as a new version; omitted values are those of the newest version. */
export const policyApplyInputSchema = changeInputSchema.extend({
  policy: policyFileSchema,
  /** When it starts to judge clicks; now if it is missing. */
  from: moment.optional(),
});
