import type { MoneyAct } from "@fairclick/core/describe-money";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { policyQuery } from "../queries/accounts";

type MoneyTermsProps = { act: MoneyAct; className?: string };
type MoneyDetailsProps = { acts: readonly MoneyAct[] };

/** Fees, limits and refunds, for the button beside it. Renders nothing until they are loaded. */
export function MoneyTerms({ act, className = "text-sm text-soft" }: MoneyTermsProps) {
  const { data: policy } = useQuery(policyQuery);
  if (!policy) return null;
  return (
    <ul className={`list-disc space-y-1 pl-5 ${className}`}>
      {policy.money[act].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** The same, folded up, for buttons that stand in a row. */
export function MoneyDetails({ acts }: MoneyDetailsProps) {
  return (
    <details className="order-last basis-full text-sm text-soft">
      <summary className="inline-flex min-h-6 items-center underline">
        {t`Fees, and what comes back`}
      </summary>
      {acts.map((act) => (
        <MoneyTerms key={act} act={act} className="mt-1 max-w-prose" />
      ))}
    </details>
  );
}
