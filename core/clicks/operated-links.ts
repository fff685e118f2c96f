import { z } from "zod";
import { clickCountsSchema } from "../campaigns/campaign";
import { describeCounts } from "../campaigns/operated";
import { type Cells, defineResource, formatMicros, formatMoment } from "../resource";
import {
  microsSchema,
  onlySchema,
  pageQueryWithCursor,
  timeSchema,
  userNameSchema,
} from "../schemas";
import { linkFindingSchema } from "./findings";

export const linkCodeSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "A link is given by its code" });

const linkSchema = z.object({
  code: z.string(),
  campaignId: z.string(),
  campaign: z.string(),
  creatorId: z.string(),
  creator: z.string(),
  /** The creator has a verified channel. */
  creatorVerified: z.boolean(),
  joinedAt: timeSchema,
  disabledBy: z.enum(["developer", "operator"]).nullable(),
  disabledAt: timeSchema.nullable(),
  clicks: clickCountsSchema,
  paidMicros: microsSchema,
});

/** The newest findings that are shown with a link. */
export const MAX_LINK_FINDINGS = 20;

const { valid, invalid, held, unpaid } = clickCountsSchema.shape;

/** One link with its names, its money and what was found about it. */
const linkDetailsSchema = linkSchema.extend({
  /** What the pending clicks would pay. */
  pendingMicros: microsSchema,
  /** What the held clicks would pay. */
  heldMicros: microsSchema,
  /** The judged clicks of the last 24 hours. */
  lastDay: z.object({ clicks: z.number().int(), paidMicros: microsSchema }),
  /** Addresses of the link with figures of their own. Removed ones are listed if they have clicks. */
  names: z.array(
    z.object({
      name: z.string(),
      removed: z.boolean(),
      ...{ valid, invalid, held, unpaid },
      paidMicros: microsSchema,
    }),
  ),
  /** Newest first. */
  findings: z.array(linkFindingSchema).max(MAX_LINK_FINDINGS),
});
export type AdminLinkDetails = z.input<typeof linkDetailsSchema>;

export const links = defineResource({
  path: "links",
  one: "link",
  key: "code",
  keySchema: linkCodeSchema,
  list: {
    scope: "links:read",
    summary: "list links with their clicks and payments",
    about:
      "Lists the links of all creators, newest first. A creator is given by id, e-mail address or name.",
    examples: [
      "links list --creator ann@example.com",
      "links list --disabled --json | jq -r .code",
    ],
    query: pageQueryWithCursor(/^[A-Za-z0-9_-]{1,64}$/).extend({
      campaign: z.uuid({ error: "campaign must be the id of a campaign" }).optional(),
      creator: userNameSchema.optional(),
      disabled: onlySchema,
    }),
    options: {
      "--campaign <id>": "only links of this campaign",
      "--creator <user>": "only links of this creator",
      "--disabled": "only disabled links",
    },
    row: linkSchema,
    columns: {
      link: "code",
      joined: "joinedAt",
      creator: ({ creator, creatorVerified }) =>
        creatorVerified ? `${creator} (verified)` : creator,
      clicks: ({ clicks }) => String(clicks.total),
      valid: ({ clicks }) => String(clicks.valid),
      paid: "paidMicros",
      state: ({ disabledBy }) => (disabledBy ? `disabled by ${disabledBy}` : "live"),
      campaign: "campaign",
    } satisfies Cells<z.input<typeof linkSchema>>,
  },
  show: {
    scope: "clicks:read",
    summary: "show one link",
    about:
      "Shows one link, given by its code, the last part of its short URL: campaign, creator, state, clicks by verdict, money, the last 24 hours, its names with their figures, and the newest findings about it.",
    examples: ["links show k3Xw9Rab", "links show k3Xw9Rab --json | jq '.names[].name'"],
    item: linkDetailsSchema,
    facts: {
      link: ({ code }, { strong }) => strong(code),
      campaign: ({ campaign, campaignId }) => `${campaign} (${campaignId})`,
      creator: ({ creator, creatorId, creatorVerified }) =>
        `${creator} (${creatorId})${creatorVerified ? ", verified" : ""}`,
      joined: "joinedAt",
      state: ({ disabledBy, disabledAt }) =>
        disabledBy ? `disabled by ${disabledBy}, ${formatMoment(disabledAt)}` : "live",
      clicks: ({ clicks }) => describeCounts(clicks),
      paid: "paidMicros",
      held: ({ heldMicros }) => `${formatMicros(heldMicros)} of held clicks`,
      pending: ({ pendingMicros }) => `${formatMicros(pendingMicros)} of pending clicks`,
      "last day": ({ lastDay }) =>
        `${lastDay.clicks} clicks judged, ${formatMicros(lastDay.paidMicros)} paid`,
    } satisfies Cells<AdminLinkDetails>,
  },
  decide: {
    scope: "links:write",
    summary: "disable or enable a link",
    about: "A link is given by its code, the last part of its short URL.",
    examples: ['links decide disable k3Xw9Rab --reason "a click farm"'],
    acts: {
      disable: {
        about:
          "Within a second, visitors see a page that says so (410) and clicks no longer count. The developer cannot enable the link again. `users act --stop` disables all links of a creator.",
      },
      enable: {
        about:
          "Enables a link that an operator disabled. A link that its developer disabled stays disabled.",
      },
    },
  },
});
