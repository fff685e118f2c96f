import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { policyQuery } from "../queries/policy";
import { formatDay } from "../ui/format";

/** When what is earned today can be withdrawn, at the latest if nothing is disputed. */
export function FirstDates() {
  const { data: policy } = useQuery(policyQuery);
  const waits = policy?.withdrawals.firstWaits;
  if (!waits) return null;
  const after = (hours: number) =>
    formatDay(new Date(Date.now() + hours * 3_600_000).toISOString());
  const day = after(waits.requestHours);
  const checked = after(waits.requestHours + waits.checkHours);
  return (
    <p>
      {waits.checkHours > 0
        ? t`What you earn today from a card payment of today can be withdrawn from ${day}; a person has checked your first withdrawal by ${checked}.`
        : t`What you earn today from a card payment of today can be withdrawn from ${day}.`}
    </p>
  );
}

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
