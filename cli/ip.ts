import type { Client } from "@fairclick/api/client";
import type { ChangeInput } from "@fairclick/core/changes";
import { type IpLookup, ipLookupSchema } from "@fairclick/core/clicks/operated";
import { countedSchema, topValueSchema } from "@fairclick/core/clicks/stats";
import type { RangeEffect } from "@fairclick/core/ip/ip-data";
import {
  type IpDataStatus,
  ipDataStatusSchema,
  ipListReportSchema,
  type rangeActs,
  signInSchema,
} from "@fairclick/core/ip/operated";
import type { Paint } from "@fairclick/core/resource";
import { z } from "zod";
import { defineActs } from "./frame/change";
import { defineCommand, type Noun } from "./frame/command";
import { type Api, LONG_WORK_MS, openApi, readData } from "./frame/connection";
import { decidedWord, describeCounted, toDollars, toMoment } from "./frame/describe";
import { apiOptions, EXIT_DONE, EXIT_REFUSED, targetInput } from "./frame/failures";
import { momentOption, toTable, whileWorking } from "./frame/output";

const ipDataStatus = defineCommand({
  usage: "status",
  summary: "show the address lists and how old they are",
  about:
    "Shows every address list, when its source last confirmed it, and the problem of the last download, then the ranges that operators have allowed or denied. The exit code is 1 if there are no lists or they are older than two weeks. Needs a token with the scope ip-data:read.",
  examples: ["ip-data status", "ip-data status --json | jq -r '.lists[].problem'"],
  options: apiOptions,
  input: z.object(targetInput),
  output: ipDataStatusSchema,
  run: (host, input) => readData(host, input, (client) => client.api.admin["ip-data"].$get()),
  text: ({ downloads, lists, operatorRanges, warnings }, paint) =>
    [
      ...toTable(["list", "class", "ranges", "confirmed", "changed", "version"], lists.map(toRow)),
      ...lists.flatMap(({ name, problem }) => (problem ? [paint.warn(`${name}: ${problem}`)] : [])),
      ...(operatorRanges.length > 0 ? ["", ...operatorRanges.map(describeRange)] : []),
      "",
      ...(downloads ? [] : [paint.warn("Downloads are disabled: IP_DATA_URL is `off`.")]),
      ...(warnings.length > 0
        ? warnings.map((warning) => paint.bad(warning))
        : [paint.good("The address data is up to date.")]),
    ].join("\n"),
  exitCode: ({ warnings }) => (warnings.length === 0 ? EXIT_DONE : EXIT_REFUSED),
});

function toRow(list: IpDataStatus["lists"][number]): string[] {
  const { name, class: listClass, ranges, checkedAt, fetchedAt, version } = list;
  return [
    name,
    listClass,
    ranges?.toLocaleString("en-US") ?? "none",
    checkedAt?.slice(0, 10) ?? "never",
    fetchedAt?.slice(0, 10) ?? "",
    version ?? "",
  ];
}

const updateIpDataCommand = defineCommand({
  usage: "update",
  summary: "download the address lists now",
  about:
    "Downloads the public address lists now; a job does the same every day. A list that is unreadable, or far smaller or larger than the last one, is refused and the last good one stays in use; --force accepts any difference in size. The exit code is 1 if a list could not be downloaded. Needs a token with the scope ip-data:write.",
  examples: ["ip-data update", "ip-data update --force"],
  options: (command) =>
    apiOptions(command).option(
      "--force",
      "accept lists that differ much in size from the last ones",
      false,
    ),
  input: z.object({ ...targetInput, force: z.boolean() }),
  output: z.array(ipListReportSchema),
  run: async (host, { force, ...target }) => {
    const api = openApi(host, target);
    const answer = api.call(
      (client) => client.api.admin["ip-data"].update.$post({ json: { force } }),
      { limitMs: LONG_WORK_MS },
    );
    const { data } = await whileWorking(host, "Downloading the address lists", answer);
    return data;
  },
  text: (reports, paint) => {
    const lines = toTable(
      ["list", "outcome", "ranges", ""],
      reports.map(({ name, outcome, ranges, problem }) => [
        name,
        outcome,
        ranges?.toLocaleString("en-US") ?? "",
        problem ?? "",
      ]),
    );
    const problems = reports.filter(({ problem }) => problem !== null).length;
    const verdict =
      problems === 0
        ? paint.good("Every list is up to date.")
        : paint.bad(`${problems} of ${reports.length} lists were not updated.`);
    return [...lines, "", verdict].join("\n");
  },
  exitCode: (reports) =>
    reports.every(({ problem }) => problem === null) ? EXIT_DONE : EXIT_REFUSED,
});

const ORDER =
  "The first source that knows an address decides: an operator's range, relays, Tor exits, official cloud ranges, carriers, homes and campuses by AS, open proxies, VPNs, hosters by AS, hosters by name, other lists.";

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
type ShownRange = z.input<typeof shownRangeSchema>;

const showRangesCommand = defineCommand({
  usage: "show <ranges...>",
  summary: "show who earns from IP addresses or ranges, and what is known of them",
  about: `Shows up to ${MAX_RANGES} IP addresses or ranges, one after the other: the creators whose links were clicked from there, with verdicts and money; the users who were signed in there within about a day; and for the first address the lists that contain it, the network (AS) that announces it, what operators decided about it, and the verdict that a click gets from it alone. Covers the last 7 days unless --from says otherwise. Needs a token with the scopes clicks:read, users:read and ip-data:read.`,
  examples: [
    "ip-data show 203.0.113.7",
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
      query: { ...period, address: range, by: "creator", limit: MAX_CREATORS },
    }),
  );
  const [address = ""] = range.split("/");
  const { data } = await api.call((client) =>
    client.api.admin["ip-data"].lookup.$get({ query: { address } }),
  );
  const people = await api.call((client) =>
    client.api.admin["ip-data"]["sign-ins"].$get({ query: { range } }),
  );
  return {
    range,
    signIns: people.data,
    known: data,
    creators: top.data,
    counted: top.counted,
  };
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
    ...describeKnown(known, paint),
    ...(people.length > 0 ? [`signed in lately: ${people.join(", ")}`] : []),
    ...(rows.length > 0 ? toTable(["creator", ...figures, "last click"], rows) : []),
    paint.faint(rows.length > 0 ? describeCounted(counted, creators) : "No clicks came from here."),
  ].join("\n");
}

/** Describes what is known of an address: its lists, its AS, and the verdict by the address alone. */
function describeKnown(known: IpLookup, paint: Paint): string[] {
  const { address, network, asn, asnKind, lists, operatorRange, signals, verdict } = known;
  const facts = [
    ...lists.map(({ name, class: listClass, range, date }) => {
      return `${listClass}: ${range} is in ${name} as of ${date}`;
    }),
    ...(operatorRange ? [describeRange(operatorRange)] : []),
    ...(network === address ? [] : [`It is a tunnel of ${network}, which is looked up.`]),
    ...(asn === null ? [] : [`AS${asn} announces it${asnKind ? ` (${asnKind})` : ""}.`]),
  ];
  const names = signals.map(({ signal }) => signal).join(", ");
  const outcome = `A click from ${address} is ${verdict}${names ? ` (${names})` : ""} by its IP address alone.`;
  const painted = { valid: paint.good, held: paint.warn, invalid: paint.bad, unpaid: paint.warn };
  const decided = signals.map(({ signal, evidence }) => {
    const found = Object.entries(evidence).map(([name, value]) => `${name} ${value}`);
    return `${signal}: ${found.join(", ")}`;
  });
  return [
    ...(facts.length > 0 ? facts : ["No list contains it."]),
    ...(decided.length > 0 ? [...decided, ORDER] : []),
    painted[verdict](outcome),
  ];
}

function sendAct(act: (typeof rangeActs)[number]) {
  return ({ api }: Client, range: string, json: ChangeInput) =>
    api.admin["ip-data"].ranges[":act"].$post({ param: { act }, json: { range, ...json } });
}

const decideRangeCommand = defineActs({
  usage: "<range>",
  summary: "allow, share or deny an IP address or range, or undo it",
  about:
    "If ranges overlap, the narrowest applies; the narrowest IPv6 range is a /64. Workers apply it within a second; clicks recorded before do not change. Needs a token with the scope ip-data:write.",
  examples: ['ip-data decide deny 203.0.113.0/24 --reason "a farm"'],
  acts: {
    allow: {
      about: "Its clicks are never invalid because of a data centre, Tor, a proxy or a VPN.",
      send: sendAct("allow"),
    },
    shared: {
      about:
        "Many people share it, for example a school or an office: its clicks are never invalid because of the lists, and campaigns whose click rules are shared-aware judge it by the limits for shared addresses.",
      send: sendAct("shared"),
    },
    deny: {
      about: "Its clicks are invalid, with the signal proxy.",
      send: sendAct("deny"),
    },
    remove: {
      about:
        "Removes the decision about exactly this range, so that the address lists apply to it again.",
      send: sendAct("remove"),
    },
  },
});

type Range = {
  range: string;
  effect: RangeEffect;
  reason: string;
  operator: string;
  decidedAt: string;
};

function describeRange({ range, effect, reason, operator, decidedAt }: Range): string {
  return `${range} is ${decidedWord[effect]} by ${operator} since ${decidedAt.slice(0, 10)}: ${reason}`;
}

export const ipNouns: readonly Noun[] = [
  {
    name: "ip-data",
    summary: "look up IP addresses, update and override the address lists",
    commands: [ipDataStatus, updateIpDataCommand, showRangesCommand, decideRangeCommand],
  },
];
