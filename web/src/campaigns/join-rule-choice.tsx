import { describeJoinChoice, type JoinRule, joinRules } from "@fairclick/core/campaigns/join-rule";
import { t } from "@fairclick/core/language/t";
import { useId } from "react";

type JoinRuleChoiceProps = { chosen: JoinRule; onChange: (rule: JoinRule) => void };

/** Who may join, with a sentence on what each choice means. */
export function JoinRuleChoice({ chosen, onChange }: JoinRuleChoiceProps) {
  const name = useId();
  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">{t`Who may join`}</legend>
      {joinRules.map((rule) => (
        <label key={rule} className="flex items-start gap-3">
          <input
            type="radio"
            name={name}
            value={rule}
            className="mt-1.5"
            checked={chosen === rule}
            onChange={() => onChange(rule)}
          />
          <span>
            {describeJoinChoice(rule).name}
            <span className="block text-sm text-soft">{describeJoinChoice(rule).meaning}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
