import { clickRuleChoices } from "@fairclick/core/campaigns/campaign-input";
import { AppError } from "@fairclick/core/errors";
import { defineChange } from "../../define-change";

export const defaultRulesCommand = defineChange({
  usage: "default-rules <rules>",
  summary: "set the click rules of campaigns whose developer does not choose",
  about:
    "Sets the click rules of new campaigns whose developer does not choose: `literal` or `shared-aware`. Existing campaigns keep theirs. `campaigns show` prints those of a campaign. Needs a token with the scope campaigns:write.",
  examples: ['campaigns default-rules shared-aware --reason "Most visitors are on phones."'],
  send: (client, rules, json) =>
    client.api.admin.campaigns["click-rules"][":rules"].$post({
      param: { rules: parseRules(rules) },
      json,
    }),
});

function parseRules(text: string) {
  const rules = clickRuleChoices.find((choice) => choice === text);
  if (!rules) throw new AppError("validation", `Give one of: ${clickRuleChoices.join(", ")}.`);
  return rules;
}
