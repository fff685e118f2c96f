import { useQuery } from "@tanstack/react-query";
import { policyQuery } from "../queries/policy";

/** Rules that delay a withdrawal. Null if there are none or they are loading. */
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
