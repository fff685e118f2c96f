import type { MoneyAct } from "@fairclick/core/describe-money";
import { t } from "@fairclick/core/language/t";
import { describeUnsupported } from "@fairclick/core/money/payout-countries";
import { useQuery } from "@tanstack/react-query";
import { policyQuery } from "../queries/accounts";
import { useBankCountry } from "../session/country";
import { formatDay } from "../ui/format";

/** `waits`: what delays a withdrawal. */
type MoneyTermsProps = { act: MoneyAct | "waits"; className?: string };
type MoneyDetailsProps = { acts: readonly MoneyAct[] };

/** Fees, limits and refunds, for the button beside it. Renders nothing until they are loaded. */
export function MoneyTerms({ act, className = "text-sm text-soft" }: MoneyTermsProps) {
  const { data: policy } = useQuery(policyQuery);
  if (!policy) return null;
  return (
    <ul className={`list-disc space-y-1 pl-5 ${className}`}>
      {(act === "waits" ? policy.withdrawals.rules : policy.money[act]).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** The same, folded up, for buttons that stand in a row. */
export function MoneyDetails({ acts }: MoneyDetailsProps) {
  return (
    <details className="order-last basis-full text-sm text-soft">
      <summary className="min-h-6 py-1">{t`Fees, and what comes back`}</summary>
      {acts.map((act) => (
        <MoneyTerms key={act} act={act} className="mt-1 max-w-prose" />
      ))}
    </details>
  );
}

/** When what is earned today reaches the bank, at the latest; nothing where Stripe cannot pay out. */
export function WhenPaid() {
  const { data: policy } = useQuery(policyQuery);
  const waits = policy?.withdrawals.firstWaits;
  if (describeUnsupported(useBankCountry())) return null;
  const after = (hours: number) =>
    formatDay(new Date(Date.now() + hours * 3_600_000).toISOString());
  return (
    <div className="space-y-2 text-sm text-soft">
      {waits ? (
        <p>
          {waits.requestHours > 0
            ? t`What you earn today can be withdrawn from ${after(waits.requestHours)} at the latest, unless a payment is disputed.`
            : t`What you earn can be withdrawn as soon as its clicks are judged.`}{" "}
          {waits.checkHours > 0
            ? t`A person then checks your first withdrawal, by ${after(waits.requestHours + waits.checkHours)}.`
            : null}
        </p>
      ) : null}
      <p>{t`Withdrawals go through Stripe and may take 2-3 business days.`}</p>
      <p>{t`Test mode: no real money moves yet.`}</p>
    </div>
  );
}
