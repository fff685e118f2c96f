import { z } from "zod";
import { type Cells, defineResource, formatMicros } from "../resource";
import { microsSchema, pageQueryWithCursor, timeSchema, userNameSchema } from "../schemas";
import { networkKinds } from "./suspect-figures";

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
