import { ruleTrialSchema } from "@fairclick/core/clicks/rule-trials";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { toTable } from "../../../output/table";

export const showTrials = defineCommand({
  usage: "trial",
  summary: "show how often each rule refuses people",
  about:
    "Shows what the games report about the clicks that each rule refused: how many became players, and how many of them came back on a later day, beside accepted clicks of the same links. Everybody can read the same figures on the policy page. A rule that refuses too many people is marked; consider setting its effect to held.",
  examples: ["policy trial", "policy trial --json | jq -r 'select(.aboveBound) | .signal'"],
  options: apiOptions,
  input: z.object(targetInput),
  output: z.array(ruleTrialSchema),
  run: async (host, target) => {
    const { data } = await openApi(host, target).call((client) => client.api.policy.$get());
    return data.trials.rules;
  },
  text: (trials, paint) => {
    const rows = trials.map((trial) => [
      trial.signal,
      trial.effect,
      String(trial.clicks),
      String(trial.joined),
      String(trial.returned),
      trial.percent === null ? "too few" : `${trial.lowPercent}–${trial.highPercent}%`,
      trial.accepted.percent === null ? "" : `${trial.accepted.percent}%`,
    ]);
    const headings = ["rule", "effect", "refused", "joined", "returned", "bounds", "accepted"];
    const proposed = trials.filter(({ aboveBound, effect }) => aboveBound && effect === "invalid");
    return [
      ...toTable(headings, rows),
      ...proposed.map(({ signal }) =>
        paint.warn(`${signal} refuses too many people: consider the effect held.`),
      ),
    ].join("\n");
  },
});
