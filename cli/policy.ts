import { readFileSync } from "node:fs";
import { policyVersions } from "@fairclick/core/clicks/operated";
import {
  listNumbers,
  type PolicyFile,
  policyFileSchema,
  policySchema,
} from "@fairclick/core/clicks/policy";
import {
  mergeReplays,
  type Replay,
  type RuleChange,
  replaySchema,
  sumByRule,
} from "@fairclick/core/clicks/replay";
import { signalOrder } from "@fairclick/core/clicks/signal";
import { AppError } from "@fairclick/core/errors";
import type { Paint } from "@fairclick/core/resource";
import { z } from "zod";
import { defineChange } from "./frame/change";
import { defineCommand } from "./frame/command";
import { type Api, LONG_WORK_MS, openApi, readData } from "./frame/connection";
import { apiOptions, targetInput } from "./frame/failures";
import type { Host } from "./frame/host";
import {
  formatFacts,
  formatMicroChange,
  parseDuration,
  toTable,
  whileWorking,
} from "./frame/output";
import { listCommand } from "./frame/resource";

export const showPolicy = defineCommand({
  usage: "show [version]",
  summary: "show the policy in force, or a stored version",
  about:
    "Shows the policy that judges clicks now, a stored version by its number, or the newest one: its limits, and the effect of each signal (invalid, held for an operator, unpaid, or only a note). The --json output is a policy file that you can edit, try with `policy replay` and store with `policy apply`. Needs a token with the scope clicks:read.",
  examples: [
    "policy show",
    "policy show 10",
    "policy show newest",
    "policy show --json > policy.json",
  ],
  options: apiOptions,
  input: z.object({ ...targetInput, version: z.string().optional() }),
  output: policySchema,
  run: async (host, { version, ...target }) => {
    const query = version === undefined ? {} : { version };
    return readData(host, target, (client) => client.api.admin.policy.$get({ query }));
  },
  text: (policy) =>
    [
      formatFacts(listNumbers(policy).map(([name, value]) => [name, String(value)])),
      "",
      ...toTable(
        ["signal", "effect"],
        signalOrder.map((signal) => [signal, policy.effects[signal]]),
      ),
    ].join("\n"),
});

export const listPoliciesCommand = listCommand(policyVersions);

const SHOWN_ROWS = 20;

type Changes = Pick<Replay, "creators" | "remarks"> & {
  rules: readonly RuleChange[];
  campaigns: readonly { name: string; changed: number; micros: string }[];
};

/** Describes what another policy changes, by rule, creator and campaign, as lines. */
function describeChanges({ rules, creators, campaigns, remarks }: Changes, paint: Paint): string[] {
  return [
    ...toTable(
      ["stops", "frees", "paid", "rule"],
      rules.map((each) => [
        formatCount(each.stopped),
        formatCount(each.freed),
        formatMicroChange(each.micros),
        each.rule,
      ]),
    ),
    "",
    ...listChanged(
      "creator",
      creators.map((each) => ({ ...each, of: each.username })),
    ),
    "",
    ...listChanged(
      "campaign",
      campaigns.map((each) => ({ ...each, of: each.name })),
    ),
    ...(remarks.length > 0 ? ["", ...remarks.map(paint.warn)] : []),
  ];
}

function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

type Changed = { changed: number; micros: string; of: string };

function listChanged(heading: string, rows: readonly Changed[]): string[] {
  return toTable(
    ["changed", "paid", heading],
    rows
      .filter(({ changed }) => changed > 0)
      .slice(0, SHOWN_ROWS)
      .map(({ changed, micros, of }) => [formatCount(changed), formatMicroChange(micros), of]),
  );
}

type Source = { host: Host; api: Api };

/** Max characters of a policy on standard input. */
const MAX_CHARACTERS = 100_000;

/** Reads the policy that an argument names: a stored version by its number, `-` for standard input, or a file. */
async function readNamedPolicy({ host, api }: Source, name: string): Promise<PolicyFile> {
  if (name === "-") return parsePolicy(await host.readInput(MAX_CHARACTERS), "Standard input");
  if (!isVersion(name)) return parsePolicy(readText(name), name);
  const query = { version: name };
  return (await api.call((client) => client.api.admin.policy.$get({ query }))).data;
}

function isVersion(name: string): boolean {
  return /^\d+$/.test(name);
}

/** Changes per rule: clicks that it newly refuses or holds, and those that it no longer does. */
const ruleChangesSchema = z.array(
  z.object({
    rule: z.string(),
    stopped: z.int(),
    freed: z.int(),
    micros: replaySchema.shape.micros,
  }),
);

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MAX_DAYS = 31;
/** Shortest span that is halved: days with too many clicks for one replay are replayed in halves. */
const SHORTEST_MS = 15 * MINUTE_MS;

export const replayPolicy = defineCommand({
  usage: "replay [policy]",
  summary: "show who would lose or gain what by another policy",
  about: `Judges the stored clicks of the last days again with a policy file, standard input (\`-\`) or the stored version of that number, and sums what would change by rule, creator and campaign. Without a policy, it uses the policy in force, with today's rules and address data. It changes nothing. The days are replayed one after the other, each beside the stored verdicts of the days before it; at most ${MAX_DAYS} days.

Judged again: bursts, repeats, busy IP addresses and budgets with the policy's limits and effects, and everything that follows from the user agent and the IP address. Kept as recorded, because the request itself is not stored: prefetches, previews, hidden embeds, client hints, honeypots, signed-in devices, and whether the campaign was live. Clicks that operators decided keep their verdict. Clicks are judged in the order of their time, including those that arrived late.

Needs a token with the scope clicks:read.`,
  examples: ["policy replay stricter.json --last 7d", "policy replay 10 --last 12h --json"],
  options: (command) =>
    apiOptions(command).option("--last <time>", "how far back, such as 90m, 12h or 7d", "7d"),
  input: z.object({ ...targetInput, policy: z.string().optional(), last: z.string() }),
  output: replaySchema.extend({ rules: ruleChangesSchema }),
  run: async (host, { policy: name, last, ...target }) => {
    const api = openApi(host, target);
    const spans = listSpans(Date.now(), parseLength(last));
    const policy = name === undefined ? {} : await readNamedPolicy({ host, api }, name);
    const replays: Replay[] = [];
    for (const [place, span] of spans.entries()) {
      const label = `Judging the clicks again, part ${place + 1} of ${spans.length}`;
      replays.push(...(await whileWorking(host, label, replayParts(api, span, policy))));
    }
    const [first, ...others] = replays;
    if (!first) throw new AppError("validation", "There is nothing to replay.");
    const replay = mergeReplays([first, ...others]);
    return { ...replay, rules: sumByRule(replay.changes) };
  },
  text: (replay, paint) => {
    const { clicks, changed, micros } = replay;
    const judged = `${formatCount(clicks)} clicks judged again, ${formatCount(changed)} with another verdict.`;
    if (changed === 0) return [paint.good(judged), ...replay.remarks].join("\n");
    return [
      paint.strong(`${judged} Creators would have been paid ${formatMicroChange(micros)}.`),
      "",
      ...describeChanges(replay, paint),
    ].join("\n");
  },
});

function parseLength(text: string): number {
  const lengthMs = parseDuration(text);
  if (lengthMs !== null && lengthMs > 0 && lengthMs <= MAX_DAYS * DAY_MS) return lengthMs;
  throw new AppError(
    "validation",
    `--last must be a time such as 90m, 12h or 7d, at most ${MAX_DAYS}d.`,
  );
}

type Span = { from: number; to: number };

function listSpans(now: number, lengthMs: number): Span[] {
  const start = now - lengthMs;
  return Array.from({ length: Math.ceil(lengthMs / DAY_MS) }, (_, day) => ({
    from: start + day * DAY_MS,
    to: Math.min(now, start + (day + 1) * DAY_MS),
  }));
}

/** Replays a span; in halves if it has more clicks than one replay can judge. */
async function replayParts(api: Api, { from, to }: Span, policy: PolicyFile): Promise<Replay[]> {
  const json = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), policy };
  try {
    const answer = await api.call((client) => client.api.admin.clicks.replay.$post({ json }), {
      limitMs: LONG_WORK_MS,
      isReading: true,
    });
    return [answer.data];
  } catch (error) {
    const isTooLong = error instanceof AppError && error.code === "too_many_clicks";
    if (!isTooLong || to - from < 2 * SHORTEST_MS) throw error;
    const middle = Math.floor((from + to) / 2);
    const first = await replayParts(api, { from, to: middle }, policy);
    return [...first, ...(await replayParts(api, { from: middle, to }, policy))];
  }
}

export const applyPolicyCommand = defineChange({
  usage: "apply <policy>",
  summary: "make a policy file, or an earlier version, the policy in force",
  about:
    "Stores a policy file, standard input (`-`), or the values of the stored version of that number, as a new version, which judges all clicks made from now on. Clicks that are judged keep their verdicts. --dry-run shows the differences from the newest version. The file may leave out unchanged values. Each number stays within a range around the release's, and no rule that refuses clicks can be switched off: its effect can become held. A file that names a version other than the newest is refused. Needs a token with the scope policy:write.",
  examples: [
    'policy apply policy.json --reason "fewer false bursts" --dry-run',
    'policy apply 10 --reason "version 11 holds a school"',
  ],
  read: async (host, given) => {
    const api = openApi(host, z.object(targetInput).parse(given));
    const { version, ...policy } = await readNamedPolicy(
      { host, api },
      z.string().parse(given.policy),
    );
    const isStored = isVersion(z.string().parse(given.policy));
    return { policy: isStored || version === undefined ? policy : { ...policy, version } };
  },
  send: (client, _policy, json, given) =>
    client.api.admin.policy.apply.$post({
      json: { ...json, policy: policyFileSchema.parse(given.policy) },
    }),
});

/** Parses the JSON of a policy; `name` names it in errors. Throws `validation` with the first problem. */
function parsePolicy(text: string, name: string): PolicyFile {
  const parsed = policyFileSchema.safeParse(parseJson(text, name));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.length ? `${issue.path.join(".")}: ` : "";
  throw new AppError("validation", `${name} is not a policy: ${where}${issue?.message}`);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw unreadable(path, error);
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(name, error);
  }
}

function unreadable(name: string, error: unknown): AppError {
  const why = error instanceof Error ? error.message : String(error);
  return new AppError("validation", `${name} cannot be read: ${why}`);
}
