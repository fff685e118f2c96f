import { categoryName } from "@fairclick/core/clicks/category-names";
import type { Effect } from "@fairclick/core/clicks/policy";
import type { Verdict } from "@fairclick/core/clicks/signal";
import { t } from "@fairclick/core/language/t";
import { policyQuery } from "../queries/policy";
import { useLoadedQuery } from "../queries/use-loaded-query";
import { Stamp } from "../ui/clicks/stamp";
import { ClickRuleChoices } from "./click-rule-choices";
import { type Category, rulesByCategory } from "./rules-by-category";

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
