import type { Effect } from "@fairclick/core/clicks/policy";
import { useQuery } from "@tanstack/react-query";
import { Failure } from "../../ui/notices";
import { Spinner } from "../../ui/spinner";
import { Stamp } from "../../ui/stamp";
import { policyQuery } from "./policy-query";

const verdictOf = { invalid: "invalid", held: "held", unpaid: "unpaid", note: "valid" } as const;

/** Every rule in force, with what it does to a click. */
export function RuleTable() {
  const { data: policy, isError, refetch } = useQuery(policyQuery);
  if (!policy) {
    return (
      <div className="min-h-96">
        {isError ? (
          <Failure message="The rules could not be loaded." onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading the rules" />
        )}
      </div>
    );
  }
  return (
    <table className="ledger">
      <caption className="caption-bottom pt-3 text-left text-sm text-soft">
        Policy {policy.version}. Every click is kept with the version that judged it.
      </caption>
      <thead>
        <tr>
          <th>Reason</th>
          <th>Rule</th>
          <th>Verdict</th>
        </tr>
      </thead>
      <tbody>
        {policy.rules.map((rule) => (
          <RuleRow key={rule.signal} {...rule} />
        ))}
      </tbody>
    </table>
  );
}

type RuleRowProps = { category: string; rule: string; effect: Effect };

function RuleRow({ category, rule, effect }: RuleRowProps) {
  return (
    <tr>
      <th scope="row" className="font-semibold">
        {category}
      </th>
      <td className="max-sm:order-1 max-sm:col-span-2">{rule}</td>
      <td>
        <Stamp verdict={verdictOf[effect]} />
      </td>
    </tr>
  );
}
