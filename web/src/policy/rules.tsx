import { categoryName } from "@fairclick/core/clicks/category-names";
import type { Effect } from "@fairclick/core/clicks/policy";
import type { ListedTrial, PolicyResponse } from "@fairclick/core/clicks/rule-trials";
import type { Verdict } from "@fairclick/core/clicks/signal";
import { t } from "@fairclick/core/language/t";
import { policyQuery } from "../queries/policy";
import { useLoadedQuery } from "../queries/use-loaded-query";
import { Stamp } from "../ui/stamp";
import { ClickRuleChoices } from "./click-rule-choices";
import { usePolicyNumbers } from "./numbers";

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

/** The bot rules, with the server's numbers. */
export function BotRules() {
  const { burstClicks, windowSeconds } = usePolicyNumbers();
  return (
    <ul className="list-disc space-y-2 pl-5">
      <li>
        {t`Each click's IP address and user agent are logged to filter known bots and data-centre traffic`}
      </li>
      <li>
        {t`${burstClicks} or more clicks from one IP within ${windowSeconds} seconds are flagged and invalidated`}
      </li>
      <li>{t`Proxy and VPN traffic is checked`}</li>
    </ul>
  );
}

/** How often each rule refused a person, as the games report it. */
export function TrialTable() {
  const { data: policy } = useLoadedQuery(policyQuery);
  const { rules } = policy.trials;
  return (
    <>
      <h3 className="mt-12 mb-3 text-xl">{t`How often a rule is wrong`}</h3>
      <p className="mb-6 max-w-prose">
        {t`Games report who arrived and who came back on a later day, also for clicks that a rule refused. Programs rarely come back to play.`}
      </p>
      {rules.some(({ percent }) => percent !== null) ? (
        <TrialFigures policy={policy} />
      ) : (
        <p className="max-w-prose text-soft">{t`Too few reports yet to say this of any rule.`}</p>
      )}
    </>
  );
}

function TrialFigures({ policy }: { policy: PolicyResponse }) {
  const { fromDay, toDay, rules } = policy.trials;
  const ruleBySignal = new Map(policy.rules.map(({ signal, rule }) => [signal, rule]));
  return (
    <>
      <table className="ledger">
        <thead>
          <tr>
            <th>{t`Rule`}</th>
            <th>{t`What the games report`}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((trial) => (
            <TrialRow
              key={trial.signal}
              trial={trial}
              rule={ruleBySignal.get(trial.signal) ?? trial.category}
            />
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-soft">
        {fromDay && toDay
          ? t`Clicks from ${fromDay} to ${toDay}, in campaigns whose games report players.`
          : t`In campaigns whose games report players.`}{" "}
        {t`The range in brackets holds the true share with 95% certainty. A refused click counts as a person if its player joined the game and came back on a later day; other people who were refused are not in these figures.`}
      </p>
    </>
  );
}

function TrialRow({ trial, rule }: { trial: ListedTrial; rule: string }) {
  const { text, percent, accepted, soft, aboveBound } = trial;
  return (
    <tr>
      <th scope="row" className="font-normal sm:w-1/2">
        {rule}
      </th>
      <td className="space-y-1 max-sm:col-span-2">
        <p>{text}</p>
        {percent === null || accepted.percent === null ? null : (
          <p className="text-sm text-soft">
            {t`Of the accepted clicks of the same links, ${accepted.percent}% came back.`}
          </p>
        )}
        {soft ? (
          <p className="text-sm text-soft">
            {t`If the player comes back, the click is paid where budget is left.`}
          </p>
        ) : null}
        {aboveBound ? (
          <p className="text-sm text-soft">
            {t`This rule refuses too many people. Operators are asked to change it.`}
          </p>
        ) : null}
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
