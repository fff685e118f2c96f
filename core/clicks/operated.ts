import { z } from "zod";
import { clickCountsSchema } from "../campaigns/campaign";
import { describeCounts } from "../campaigns/operated";
import { changeInputSchema } from "../changes";
import { asKinds } from "../ip/as-books";
import { listClasses } from "../ip/ip-data";
import { ipRangeSchema } from "../ip/operated";
import { type Cells, defineResource, formatMicros, formatMoment } from "../resource";
import {
  dataResponse,
  microsSchema,
  onlySchema,
  pageQuerySchema,
  pageQueryWithCursor,
  timeSchema,
  userNameSchema,
} from "../schemas";
import { linkFindingSchema } from "./findings";
import { policyFileSchema, policySchema } from "./policy";
import { signalOrder } from "./signal";
import { networkKinds } from "./suspect-figures";

export const linkCodeSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "A link is given by its code" });

const linkSchema = z.object({
  code: z.string(),
  campaignId: z.string(),
  campaign: z.string(),
  creatorId: z.string(),
  creator: z.string(),
  creatorVerified: z.boolean(),
  joinedAt: timeSchema,
  disabledBy: z.enum(["developer", "operator"]).nullable(),
  disabledAt: timeSchema.nullable(),
  clicks: clickCountsSchema,
  paidMicros: microsSchema,
});

export const MAX_LINK_FINDINGS = 20;

const { valid, invalid, held, unpaid } = clickCountsSchema.shape;

/** One link with its names, its money and what was found about it. */
const linkDetailsSchema = linkSchema.extend({
  pendingMicros: microsSchema,
  heldMicros: microsSchema,
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
          "Within a second, visitors see a page that says so (410) and clicks no longer count. The developer cannot enable the link again. `users decide suspend` stops all links of a creator.",
      },
      enable: {
        about:
          "Enables a link that an operator disabled. A link that its developer disabled stays disabled.",
      },
    },
  },
});

export const suspectKinds = ["creator", "link", "network"] as const;
export type SuspectKind = (typeof suspectKinds)[number];

/** Days of clicks that are compared. */
export const SUSPECT_DAYS = 14;

const suspectSchema = z.object({
  /** The kind and what names the subject: `creator:chris`, `link:k3Xw9Rab`, `network:203.0.113.0/24`, `network:AS64496`. */
  suspect: z.string(),
  kind: z.enum(suspectKinds),
  name: z.string(),
  /** Null for a network; the campaign and the code are null for a creator too. */
  creatorId: z.string().nullable(),
  campaignId: z.string().nullable(),
  code: z.string().nullable(),
  /** Paid and held clicks, of which `examined` were read, spread over the whole period. */
  clicks: z.int(),
  examined: z.int(),
  paidMicros: microsSchema,
  /** What has not left yet of the money for these clicks: held, in a balance, or in transit. */
  openMicros: microsSchema,
  /** `openMicros` times oddity: what the list is sorted by. */
  riskMicros: microsSchema,
  oddPercent: z.number(),
  /** What is odd, and against what; oddest first. */
  why: z.array(z.string()),
  /** The same about the days with far more clicks than the others: anybody can have added these. */
  burst: z.array(z.string()),
  judgedAt: timeSchema,
});
export type Suspect = z.input<typeof suspectSchema>;

const suspectDetailsSchema = suspectSchema.extend({
  /** The networks with the most examined clicks; `players` came from these clicks. */
  networks: z.array(
    z.object({
      network: z.string(),
      kind: z.enum(networkKinds),
      clicks: z.int(),
      players: z.int(),
      devices: z.int(),
    }),
  ),
});
export type SuspectDetails = z.input<typeof suspectDetailsSchema>;

export const MAX_SUSPECTS = 200;

export const suspects = defineResource({
  path: "suspects",
  one: "suspect",
  summary: "rank creators, links and networks by what is odd about their clicks",
  key: "suspect",
  keySchema: z.string().regex(/^(creator|link|network):.{1,254}$/, {
    error: "A suspect is creator:<user>, link:<code> or network:<range or AS>",
  }),
  list: {
    scope: "clicks:read",
    summary: "rank creators, links and networks by oddity and open money",
    about: `Ranks creators (all their links together), links that are odder than the rest of their creator's, and networks by what is odd about their clicks of the last ${SUSPECT_DAYS} days, times the money for them that has not left yet: held, in a balance, or in transit. They are compared with the other creators of the same campaigns, country by country. Days with far more clicks than the others are judged apart and hardly count, because anybody can have added those clicks. Who brings players is not odd. Judged every hour; decides nothing.`,
    examples: [
      "suspects list",
      "suspects list --kind network --limit 10",
      "suspects list --json | jq -r '.why[]'",
    ],
    query: pageQueryWithCursor(/^\d{1,4}$/).extend({
      kind: z.enum(suspectKinds).optional(),
      creator: userNameSchema.optional(),
    }),
    options: {
      "--kind <kind>": "only creators, links or networks",
      "--creator <user>": "only this creator and their links",
    },
    row: suspectSchema,
    isGoodIfEmpty: true,
    columns: {
      suspect: "suspect",
      open: "openMicros",
      odd: ({ oddPercent }) => `${oddPercent}%`,
      clicks: ({ clicks }) => clicks.toLocaleString("en-US"),
      why: describeWhy,
    } satisfies Cells<Suspect>,
  },
  show: {
    scope: "clicks:read",
    summary: "show what is odd about a creator, a link or a network",
    about:
      "Shows everything that is odd, against what, and the networks with the most clicks. A network is a /24, a /48 or an AS number.",
    examples: ["suspects show creator:chris", "suspects show network:2a0e:97c0:5::/48 --json"],
    item: suspectDetailsSchema,
    facts: {
      suspect: ({ suspect, name }, { strong }) => `${strong(suspect)} ${name}`,
      odd: ({ oddPercent, judgedAt }) =>
        `${oddPercent}%, judged ${judgedAt.slice(0, 16).replace("T", " ")} UTC`,
      open: ({ openMicros, paidMicros }) =>
        `${formatMicros(openMicros)} of ${formatMicros(paidMicros)} paid and what is held`,
      clicks: ({ clicks, examined }) =>
        `${clicks.toLocaleString("en-US")}, of which ${examined.toLocaleString("en-US")} were read`,
      why: ({ why }) => why.join("\n          ") || "nothing",
      burst: ({ burst }) => (burst.length === 0 ? null : burst.join("\n          ")),
      networks: ({ networks }) =>
        networks
          .map(
            (each) =>
              `${each.network}: ${each.clicks} clicks, ${each.players} players, ${each.devices} devices`,
          )
          .join("\n          ") || "none",
    } satisfies Cells<SuspectDetails>,
  },
});

export function describeWhy({ why, burst }: Pick<Suspect, "why" | "burst">): string {
  return [...why, ...burst.map((text) => `newest burst: ${text}`)].join("; ");
}

export const policyShownResponseSchema = dataResponse(policySchema);

/** A stored version. Its policy is that of its release: the window is a setting of the installation. */
const policyVersionSchema = z.object({
  version: z.int(),
  /** Version of the rules of the release that stored it. */
  rulesVersion: z.int(),
  origin: z.enum(["release", "apply"]),
  /** `active` judges clicks of now; `replaced` judged clicks of the past. */
  state: z.enum(["active", "replaced"]),
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

/** Input that stores a policy as a new version; omitted values are those of the newest version. */
export const policyApplyInputSchema = changeInputSchema.extend({ policy: policyFileSchema });

export const ipLookupSchema = z.object({
  address: z.string(),
  /** The address that is looked up: of 6to4 and Teredo the IPv4 address inside. */
  network: z.string(),
  /** The AS that announces it, and what its addresses are used for; null if it is not known. */
  asn: z.int().nullable(),
  asnKind: z.enum(asKinds).nullable(),
  lists: z.array(
    z.object({ name: z.string(), class: z.enum(listClasses), range: z.string(), date: z.string() }),
  ),
  operatorRange: ipRangeSchema.nullable(),
  /** Signals that the ip address alone produces. */
  signals: z.array(
    z.object({
      signal: z.enum(signalOrder),
      evidence: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
  verdict: z.enum(["valid", "invalid", "held", "unpaid"]),
});
export type IpLookup = z.input<typeof ipLookupSchema>;

export const ipLookupResponseSchema = dataResponse(ipLookupSchema);
