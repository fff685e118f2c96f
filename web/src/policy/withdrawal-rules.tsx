import { useQuery } from "@tanstack/react-query";
import { policyQuery } from "../queries/policy";

/** What keeps a withdrawal waiting on this server; nothing while nothing does or the rules are loading. */
export function WithdrawalRules() {
  const { data: policy } = useQuery(policyQuery);
  if (!policy || policy.withdrawals.rules.length === 0) return null;
  return (
    <ul className="list-disc space-y-2 pl-5">
      {policy.withdrawals.rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  );
}
