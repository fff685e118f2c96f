import { clickRuleChoices } from "@fairclick/core/campaigns/campaign-input";
import { clickRuleNames, describeClickRules } from "@fairclick/core/clicks/describe-click-rules";
import { t } from "@fairclick/core/language/t";
import { useWatch } from "react-hook-form";
import { usePolicyNumbers } from "../../../policy/use-policy-numbers";
import type { Wizard } from "./use-wizard";

/** The choice of click rules, with a sentence on what each means. */
export function ClickRulesField({ wizard }: { wizard: Wizard }) {
  const chosen = useWatch({ control: wizard.form.control, name: "clickRules" });
  const numbers = usePolicyNumbers();
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1.5 font-semibold">{t`Click rules`}</legend>
      {clickRuleChoices.map((rules) => (
        <label key={rules} className="flex items-start gap-3">
          <input
            type="radio"
            name="clickRules"
            value={rules}
            className="mt-1.5"
            checked={(chosen || numbers.clickRules.default) === rules}
            onChange={() => wizard.chooseClickRules(rules)}
          />
          <span>
            {clickRuleNames[rules]}
            <span className="block text-sm text-soft">{describeClickRules(rules, numbers)}</span>
          </span>
        </label>
      ))}
      <p className="text-sm text-soft">
        {t`Creators see your choice before they join. It cannot be changed once the campaign is funded.`}
      </p>
    </fieldset>
  );
}
