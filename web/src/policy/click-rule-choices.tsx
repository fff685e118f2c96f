import { clickRuleNames } from "@fairclick/core/clicks/describe-click-rules";
import type { PolicyResponse } from "@fairclick/core/clicks/rule-trials";
import { t } from "@fairclick/core/language/t";

/** The click rules that campaigns choose between, and what differs at shared addresses. */
export function ClickRuleChoices({ policy }: { policy: PolicyResponse }) {
  const different = policy.rules.flatMap(({ signal, shared }) =>
    shared === null ? [] : [{ signal, shared }],
  );
  const sentences = [...new Set(different.map(({ shared }) => shared))];
  return (
    <section className="mt-8 max-w-prose space-y-3">
      <h3 className="text-lg">{t`Each campaign chooses its click rules`}</h3>
      <dl className="space-y-2">
        {policy.clickRules.choices.map(({ rules, meaning }) => (
          <div key={rules}>
            <dt className="font-semibold">
              {clickRuleNames[rules]}
              {rules === policy.clickRules.default ? t` (the default)` : ""}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>{t`On shared-aware campaigns, these rules differ at shared addresses:`}</p>
      <ul className="list-disc space-y-1 pl-5">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
