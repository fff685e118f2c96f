import { categoryName } from "@fairclick/core/clicks/category-names";
import { clickRuleNames } from "@fairclick/core/clicks/describe-click-rules";
import type { Effect } from "@fairclick/core/clicks/policy";
import type { PolicyResponse } from "@fairclick/core/clicks/rule-trials";
import type { Verdict } from "@fairclick/core/clicks/signal";
import { t } from "@fairclick/core/language/t";
import { rich } from "../language/rich";
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
      <AddressData lines={policy.addressData} />
      <ClickRuleChoices policy={policy} />
      <WhatIsCaught />
    </>
  );
}

/** What is known of addresses, and the credit that the licence of the table of AS numbers asks for. */
function AddressData({ lines }: { lines: string[] }) {
  return (
    <section className="mt-8 max-w-prose space-y-3">
      <h3 className="text-lg">{t`What is known of IP addresses`}</h3>
      {lines.length === 0 && <p>{t`Nothing: the lists could not be loaded yet.`}</p>}
      <ul className="list-disc space-y-1 pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="text-sm text-soft">
        {rich`Networks: ${<a href="https://db-ip.com">{t`IP Geolocation by DB-IP`}</a>}, Route Views and NRO (CC BY 4.0).`}
      </p>
    </section>
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

/**
 * What `bun run bench:judge` prints about requests that no rule was written with, and `bun run
 * bench:people` about farms (docs/performance.md).
 */
const measured = { programs: 184, found: "99.5%", people: 133, farms: 200, heldFarms: 200 };

/** Says openly what the rules find, how often, and what they do not. */
function WhatIsCaught() {
  const { programs, found, people, farms, heldFarms } = measured;
  return (
    <section className="mt-8 max-w-prose space-y-3">
      <h3 className="text-lg">{t`What is caught, and what is not`}</h3>
      <ul className="list-disc space-y-2 pl-5">
        <li>
          {t`Programs that their requests give away. Of ${programs} recorded requests of programs that no rule was written with, ${found} are refused; of ${people} of people's browsers and apps, none.`}
        </li>
        <li>
          {t`Many clicks of one address or device, by the numbers above. They can also refuse people who share an address: a creator can appeal all clicks of a day at once.`}
        </li>
        <li>
          {t`Farms on campaigns whose game reports its players: their clicks bring far fewer than those of other creators. In a simulation, the money of ${heldFarms} of ${farms} farms of 700 to 35,000 clicks waited before it could leave.`}
        </li>
        <li>
          {rich`${<strong>{t`Not caught`}</strong>}: slow clicks through many homes, on a campaign whose game reports no players. One by one they look like people's.`}
        </li>
        <li>
          {t`That is why some withdrawals wait, as “From earnings to your bank” says. Meanwhile operators compare links and can take back what was not earned. What has reached a bank does not come back.`}
        </li>
      </ul>
    </section>
  );
}
