import { MAX_REPLAYED_CLICKS, replaySchema } from "@fairclick/core/clicks/click-replay-schema";
import { z } from "zod";
import { LONG_WORK_MS, openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { momentOption } from "../../moment";
import { formatMicroChange, formatMicros } from "../../output/format";
import { toTable } from "../../output/table";
import { whileWorking } from "../../output/while-working";
import { readPolicyFile } from "./policy/read-policy-file";

export const replayClicksCommand = defineCommand({
  usage: "replay",
  summary: "show how another policy would judge stored clicks",
  about: `Judges the stored clicks of a period again and shows which verdicts and payments would differ. It changes nothing. Without --policy, it uses the policy in force with today's rules and address data.

Judged again: bursts, repeats, busy IP addresses, unusual links and budgets with the policy's limits and effects, and everything that follows from the user agent and the IP address. Kept as recorded, because the request itself is not stored: prefetches, previews, hidden embeds, client hints, honeypots, signed-in devices, and whether the campaign was live. Clicks that operators decided keep their verdict. Clicks are judged in the order of their time, including those that arrived late.

Replays at most ${MAX_REPLAYED_CLICKS.toLocaleString("en-US")} clicks. Needs a token with the scope clicks:read.`,
  examples: [
    "clicks replay --from 2026-01-31T00:00:00Z --to 2026-02-01T00:00:00Z",
    "clicks replay --from 2026-01-31T00:00:00Z --to 2026-02-01T00:00:00Z --policy stricter.json",
  ],
  options: (command) =>
    apiOptions(command)
      .requiredOption(
        "--from <time>",
        "clicked at this time or later, such as 2h or 2026-01-31T12:00:00Z",
      )
      .requiredOption("--to <time>", "clicked before this time")
      .option("--policy <file>", "policy file (JSON); values that it leaves out stay as they are"),
  input: z.object({
    ...targetInput,
    from: momentOption,
    to: momentOption,
    policy: z.string().optional(),
  }),
  output: replaySchema,
  run: async (host, { from, to, policy: file, ...target }) => {
    const policy = file === undefined ? {} : readPolicyFile(file);
    const api = openApi(host, target);
    const answer = api.call(
      (client) => client.api.admin.clicks.replay.$post({ json: { from, to, policy } }),
      { limitMs: LONG_WORK_MS, isReading: true },
    );
    return (await whileWorking(host, "Judging the clicks again", answer)).data;
  },
  text: ({ clicks, changed, decidedByOperators, micros, changes, campaigns, remarks }, paint) => {
    const count = (number: number) => number.toLocaleString("en-US");
    const judged = `${count(clicks)} clicks judged again, ${count(changed)} with another verdict.`;
    if (changed === 0) return [paint.good(judged), ...remarks].join("\n");
    const outcome = ({ verdict, reason }: { verdict: string; reason: string | null }) =>
      reason === null ? verdict : `${verdict} (${reason})`;
    return [
      paint.strong(judged),
      ...(decidedByOperators > 0
        ? [`${count(decidedByOperators)} keep the verdict of an operator.`]
        : []),
      `Creators would have been paid ${formatIncrease(micros)}.`,
      "",
      ...toTable(
        ["clicks", "paid", "now", "then"],
        changes.map((change) => [
          count(change.clicks),
          formatMicroChange(change.micros),
          outcome(change.from),
          outcome(change.to),
        ]),
      ),
      "",
      ...toTable(
        ["clicks", "changed", "paid", "campaign"],
        campaigns.map((each) => [
          count(each.clicks),
          count(each.changed),
          formatMicroChange(each.micros),
          each.name,
        ]),
      ),
      ...(remarks.length > 0 ? ["", ...remarks.map(paint.warn)] : []),
    ].join("\n");
  },
});

function formatIncrease(micros: string): string {
  if (micros === "0") return "the same";
  return micros.startsWith("-")
    ? `${formatMicros(micros.slice(1))} less`
    : `${formatMicros(micros)} more`;
}
