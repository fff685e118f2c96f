import { MAX_REPLAYED_CLICKS, replaySchema } from "@fairclick/core/clicks/click-replay-schema";
import { z } from "zod";
import { LONG_WORK_MS, openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { sayMicros } from "../../output/say";
import { toTable } from "../../output/table";
import { whileWorking } from "../../output/while-working";
import { readPolicyFile } from "./policy/read-policy-file";

export const replayClicksCommand = defineCommand({
  usage: "replay",
  summary: "judge stored clicks again with another policy",
  about: `Judges the clicks of a time again and says what would come out otherwise, and for how much money. It changes nothing. Without --policy it is today's policy, checks and address data that are tried.

Done again: bursts, repeats, busy addresses, unusual links and budgets, with the policy's numbers and effects; what the user agent and the address show. Kept as it was found, because the request itself is not stored: prefetches, previews, hidden embeds, client hints, honeypots, places where somebody was signed in, and whether the campaign was live. Clicks that operators decided about stay as they are. Clicks are taken in the order of their time, also those that came late.

At most ${MAX_REPLAYED_CLICKS.toLocaleString("en-US")} clicks at once. Needs a token with the scope clicks:read.`,
  examples: [
    "clicks replay --from 2026-01-31T00:00:00Z --to 2026-02-01T00:00:00Z",
    "clicks replay --from 2026-01-31T00:00:00Z --to 2026-02-01T00:00:00Z --policy stricter.json",
  ],
  options: (command) =>
    apiOptions(command)
      .requiredOption("--from <time>", "clicked then or later, such as 2026-01-31T12:00:00Z")
      .requiredOption("--to <time>", "clicked before")
      .option("--policy <file>", "a policy as JSON; what it leaves out is as in the one in force"),
  input: z.object({
    ...targetInput,
    from: z.string(),
    to: z.string(),
    policy: z.string().optional(),
  }),
  output: replaySchema,
  run: async (host, { from, to, policy: file, ...target }) => {
    const policy = file === undefined ? {} : readPolicyFile(file);
    const api = openApi(host, target);
    const answer = api.call(
      (client) => client.api.admin.clicks.replay.$post({ json: { from, to, policy } }),
      { limitMs: LONG_WORK_MS },
    );
    return (await whileWorking(host, "Judging the clicks again", answer)).data;
  },
  text: ({ clicks, changed, decidedByOperators, micros, changes, campaigns, remarks }, paint) => {
    const count = (number: number) => number.toLocaleString("en-US");
    const judged = `${count(clicks)} clicks judged again, ${count(changed)} would come out otherwise.`;
    if (changed === 0) return [paint.good(judged), ...remarks].join("\n");
    const outcome = ({ verdict, reason }: { verdict: string; reason: string | null }) =>
      reason === null ? verdict : `${verdict} (${reason})`;
    return [
      paint.strong(judged),
      ...(decidedByOperators > 0
        ? [`${count(decidedByOperators)} were decided by operators.`]
        : []),
      `Creators would have been paid ${sayMore(micros)}.`,
      "",
      ...toTable(
        ["clicks", "paid", "is", "would be"],
        changes.map((change) => [
          count(change.clicks),
          sayChange(change.micros),
          outcome(change.from),
          outcome(change.to),
        ]),
      ),
      "",
      ...toTable(
        ["clicks", "otherwise", "paid", "campaign"],
        campaigns.map((each) => [
          count(each.clicks),
          count(each.changed),
          sayChange(each.micros),
          each.name,
        ]),
      ),
      ...(remarks.length > 0 ? ["", ...remarks.map(paint.warn)] : []),
    ].join("\n");
  },
});

function sayChange(micros: string): string {
  return BigInt(micros) > 0n ? `+${sayMicros(micros)}` : sayMicros(micros);
}

function sayMore(micros: string): string {
  if (micros === "0") return "the same";
  return micros.startsWith("-")
    ? `${sayMicros(micros.slice(1))} less`
    : `${sayMicros(micros)} more`;
}
