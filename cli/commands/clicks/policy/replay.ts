import type { PolicyFile } from "@fairclick/core/clicks/policy";
import { mergeReplays, type Replay, replaySchema, sumByRule } from "@fairclick/core/clicks/replay";
import { AppError } from "@fairclick/core/errors";
import { z } from "zod";
import { type Api, LONG_WORK_MS, openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { parseDuration } from "../../../moment";
import { formatMicroChange } from "../../../output/format";
import { whileWorking } from "../../../output/while-working";
import { describeChanges, formatCount } from "./describe-changes";
import { readNamedPolicy } from "./read-named-policy";
import { ruleChangesSchema } from "./rule-changes-schema";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MAX_DAYS = 31;
/** Shortest span that is halved: days with too many clicks for one replay are replayed in halves. */
const SHORTEST_MS = 15 * MINUTE_MS;

export const replayPolicy = defineCommand({
  usage: "replay [policy]",
  summary: "show who would lose or gain what by another policy",
  about: `Judges the stored clicks of the last days again with a policy file, standard input (\`-\`) or the stored version of that number, and sums what would change by rule, creator and campaign. Without a policy, it uses the policy in force, with today's rules and address data. It changes nothing. The days are replayed one after the other, each beside the stored verdicts of the days before it; at most ${MAX_DAYS} days.

Judged again: bursts, repeats, busy IP addresses, unusual links and budgets with the policy's limits and effects, and everything that follows from the user agent and the IP address. Kept as recorded, because the request itself is not stored: prefetches, previews, hidden embeds, client hints, honeypots, signed-in devices, and whether the campaign was live. Clicks that operators decided keep their verdict. Clicks are judged in the order of their time, including those that arrived late.

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
