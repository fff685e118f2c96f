import { countedSchema, topValueSchema } from "@fairclick/core/clicks/stats";
import { type IpLookup, ipLookupSchema, signInSchema } from "@fairclick/core/ip/ip-data";
import { z } from "zod";
import { type Api, openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { momentOption } from "../../moment";
import { toDollars, toMoment } from "../../output/describe-click";
import { describeCounted } from "../../output/describe-counted";
import type { Paint } from "../../output/paint";
import { toTable } from "../../output/table";
import { describeRange } from "./describe-range";

/** One page for a human: more ranges would scroll away. */
const MAX_RANGES = 10;
const MAX_CREATORS = "10";

const shownRangeSchema = z.object({
  range: z.string(),
  /** What is known about the first address of the range. */
  known: ipLookupSchema,
  /** Creators with clicks from the range, by paid and held money. */
  creators: z.array(topValueSchema),
  counted: countedSchema,
  /** Users who were signed in there lately. */
  signIns: z.array(signInSchema),
});
type ShownRange = z.infer<typeof shownRangeSchema>;

export const showRangesCommand = defineCommand({
  usage: "show <ranges...>",
  summary: "show who earns from IP addresses or ranges, and what is known of them",
  about: `Shows up to ${MAX_RANGES} IP addresses or ranges, one after the other: the creators whose links were clicked from there, with verdicts and money; the users who were signed in there within about a day; and the lists, AS and operators' decisions of the first address. Covers the last 7 days unless --from says otherwise. Needs a token with the scopes clicks:read, users:read and ip-data:read.`,
  examples: [
    "ip-data show 203.0.113.0/24 2001:db8::/48",
    "ip-data show 203.0.113.0/24 --from 30d --json | jq -r '.creators[].value'",
  ],
  options: (command) =>
    apiOptions(command)
      .option("--from <time>", "clicked at this time or later, such as 2h or 2026-01-31T12:00:00Z")
      .option("--to <time>", "clicked before this time"),
  input: z.object({
    ...targetInput,
    ranges: z
      .array(z.string())
      .max(MAX_RANGES, { error: `Give at most ${MAX_RANGES} addresses or ranges.` }),
    from: momentOption.optional(),
    to: momentOption.optional(),
  }),
  output: z.array(shownRangeSchema),
  run: async (host, { ranges, from, to, ...target }) => {
    const api = openApi(host, target);
    const period = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
    const shown: ShownRange[] = [];
    for (const range of ranges) shown.push(await readRange(api, { range, period }));
    return shown;
  },
  text: (ranges, paint) => ranges.map((range) => describe(range, paint)).join("\n\n"),
});

type Wanted = { range: string; period: { from?: string; to?: string } };

async function readRange(api: Api, { range, period }: Wanted): Promise<ShownRange> {
  const top = await api.call((client) =>
    client.api.admin.clicks.top.$get({
      query: { ...period, address: range, by: "creator", sort: "money", limit: MAX_CREATORS },
    }),
  );
  const [address = ""] = range.split("/");
  const { data } = await api.call((client) =>
    client.api.admin["ip-data"].lookup.$get({ query: { address } }),
  );
  const people = await api.call((client) =>
    client.api.admin["ip-data"]["sign-ins"].$get({ query: { range } }),
  );
  return shownRangeSchema.parse({
    range,
    signIns: people.data,
    known: data,
    creators: top.data,
    counted: top.counted,
  });
}

function describe({ range, known, creators, counted, signIns }: ShownRange, paint: Paint): string {
  const rows = creators.map((row) => [
    row.value,
    row.clicks.toLocaleString("en-US"),
    String(row.valid),
    String(row.held),
    String(row.invalid),
    toDollars(row.paidMicros),
    toDollars(row.heldMicros),
    String(row.links),
    String(row.devices),
    toMoment(row.lastClickedAt),
  ]);
  const people = signIns.map(({ username, addresses, lastSeenAt }) =>
    addresses === 1
      ? `${username} (${toMoment(lastSeenAt)})`
      : `${username} (${addresses} addresses, ${toMoment(lastSeenAt)})`,
  );
  const figures = ["clicks", "valid", "held", "invalid", "paid", "reserved", "links", "devices"];
  return [
    paint.strong(range),
    ...describeKnown(known),
    ...(people.length > 0 ? [`signed in lately: ${people.join(", ")}`] : []),
    ...(rows.length > 0 ? toTable(["creator", ...figures, "last click"], rows) : []),
    paint.faint(rows.length > 0 ? describeCounted(counted) : "No clicks came from here."),
  ].join("\n");
}

function describeKnown({ address, asn, asnKind, lists, operatorRange, verdict }: IpLookup) {
  const as = asn === null ? "no known AS" : `AS${asn}${asnKind ? ` (${asnKind})` : ""}`;
  const names = lists.map(({ name, class: listClass }) => `${listClass}: ${name}`).join(", ");
  return [
    `${address}: ${as}, ${names === "" ? "in no list" : names}; ${verdict} by its address alone`,
    ...(operatorRange ? [describeRange(operatorRange)] : []),
  ];
}
