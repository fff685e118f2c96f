import { sumByRule, sumByVerdict } from "@fairclick/core/clicks/merge-replays";
import { type PolicyShadow, policyShadowSchema } from "@fairclick/core/clicks/policy-shadow-schema";
import { z } from "zod";
import { openApi } from "../../../../connection/open-api";
import { apiOptions, targetInput } from "../../../../connection/target-options";
import { defineCommand } from "../../../../define-command";
import { formatMicroChange, formatMoment } from "../../../../output/format";
import { toTable } from "../../../../output/table";
import { describeChanges, formatCount } from "../describe-changes";
import { ruleChangesSchema } from "../rule-changes-schema";

const SHOWN_CLICKS = 20;

export const showShadowCommand = defineCommand({
  usage: "show",
  summary: "show what the shadow would change",
  about:
    "Shows the shadow that was started last, also after its end: its values, how many clicks both policies judged, and the differences by verdict, rule, creator and campaign, with how much more or less creators would be paid. Each click is compared with the clicks before it as the active policy judged them. `clicks show` explains the clicks at the end; --json lists more of them. Clicks appear once they are settled. Needs a token with the scope clicks:read.",
  examples: ["policy shadow show", "policy shadow show --json | jq -r '.creators[].username'"],
  options: apiOptions,
  input: z.object(targetInput),
  output: policyShadowSchema.extend({ rules: ruleChangesSchema }),
  run: async (host, target) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.policy.shadow.$get(),
    );
    return { ...data, rules: sumByRule(data.changes) };
  },
  text: (shadow, paint) => {
    const { clicks, changed, micros, changes, sample } = shadow;
    const judged = `${formatCount(clicks)} clicks judged by both, ${formatCount(changed)} with another verdict.`;
    const head = [...describeShadow(shadow), ""];
    if (changed === 0) return [...head, paint.good(judged), ...shadow.remarks].join("\n");
    return [
      ...head,
      paint.strong(`${judged} Creators would have been paid ${formatMicroChange(micros)}.`),
      "",
      ...toTable(
        ["changed", "paid", "verdict", "instead of"],
        sumByVerdict(changes).map((each) => [
          formatCount(each.clicks),
          formatMicroChange(each.micros),
          each.to.verdict,
          each.from.verdict,
        ]),
      ),
      "",
      ...describeChanges({ ...shadow, remarks: [] }, paint),
      "",
      ...toTable(
        ["click", "time", "verdict", "instead of"],
        sample
          .slice(0, SHOWN_CLICKS)
          .map(({ clickId, clickedAt, from, to }) => [
            clickId,
            formatMoment(clickedAt),
            describeOutcome(to),
            describeOutcome(from),
          ]),
      ),
      ...(shadow.remarks.length > 0 ? ["", ...shadow.remarks.map(paint.warn)] : []),
    ].join("\n");
  },
});

function describeShadow(shadow: PolicyShadow): string[] {
  const { startedAt, until, endedAt, operator, reason, baseVersion, differences, failure } = shadow;
  const times = `from ${formatMoment(startedAt)} to ${formatMoment(endedAt ?? until)}`;
  return [
    `${shadow.state}, ${times}, started by ${operator}: ${reason}`,
    ...(failure === null ? [] : [`Settlement ended it: ${failure}`]),
    ...toTable(
      ["value", "shadow", `version ${baseVersion}`],
      differences.map(({ name, from, to }) => [name, String(to), String(from)]),
    ),
  ];
}

function describeOutcome({ verdict, reason }: { verdict: string; reason: string | null }): string {
  return reason === null ? verdict : `${verdict} (${reason})`;
}
