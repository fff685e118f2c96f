import type { ListedTrial, PolicyResponse } from "@fairclick/core/clicks/rule-trials";
import { t } from "@fairclick/core/language/t";
import { policyQuery } from "../queries/policy";
import { useLoadedQuery } from "../queries/use-loaded-query";

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
