import { categoryName } from "@fairclick/core/clicks/category-names";
import { clickRuleNames } from "@fairclick/core/clicks/describe-click-rules";
import type { Effect } from "@fairclick/core/clicks/policy";
import type { PolicyResponse } from "@fairclick/core/clicks/rule-trials";
import type { Verdict } from "@fairclick/core/clicks/signal";
import { t } from "@fairclick/core/language/t";
import { policyQuery } from "../queries/policy";
import { useLoadedQuery } from "../queries/use-loaded-query";
import { Stamp } from "../ui/stamp";

const verdictByEffect: Record<Effect, Verdict> = {
  invalid: "invalid",
  held: "held",
  unpaid: "unpaid",
  note: "valid",
};

/** The table of the rules. */
export function Rules() {
  const { data: policy } = useLoadedQuery(policyQuery);
  return (
    <>
      <table className="ledger">
        <thead>
          <tr>
            <th>{t`Reason`}</th>
            <th>{t`Rule`}</th>
            <th>{t`Verdict`}</th>
          </tr>
        </thead>
        <tbody>
          {rulesByCategory(policy.rules).map((category) => (
            <CategoryRow key={`${category.effect} ${category.category}`} {...category} />
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-soft">
        {t`Policy ${policy.version}. Every click is kept with the version that judged it.`}
      </p>
      <ClickRuleChoices policy={policy} />
    </>
  );
}

function CategoryRow({ category, effect, rules }: Category) {
  return (
    <tr>
      <th scope="row" className="font-semibold sm:w-1/4">
        {categoryName(category)}
      </th>
      <td className="space-y-1 max-sm:order-1 max-sm:col-span-2">
        {rules.map((rule) => (
          <p key={rule}>{rule}</p>
        ))}
      </td>
      <td>
        <Stamp verdict={verdictByEffect[effect]} />
      </td>
    </tr>
  );
}

type Rule = PolicyResponse["rules"][number];

type Category = Pick<Rule, "category" | "effect"> & { rules: string[] };

/** Groups rules by reason and effect, in the order of each group's first rule. */
export function rulesByCategory(rules: Rule[]): Category[] {
  const categories = new Map<string, Category>();
  for (const { category, effect, rule } of rules) {
    const key = `${effect} ${category}`;
    const known = categories.get(key) ?? { category, effect, rules: [] };
    categories.set(key, { ...known, rules: [...known.rules, rule] });
  }
  return [...categories.values()];
}

/** The click rules that campaigns choose between, and what differs at shared addresses. */
function ClickRuleChoices({ policy }: { policy: PolicyResponse }) {
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
      <p>{t`With “More at shared addresses”, these rules differ there:`}</p>
      <ul className="list-disc space-y-1 pl-5">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
