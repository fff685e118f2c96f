import { t } from "@fairclick/core/language/t";
import { describeUnsupported } from "@fairclick/core/money/payout-countries";
import { Link } from "@tanstack/react-router";
import { rich } from "../language/rich";
import { useBankCountry } from "../session/country";

/** Says that Stripe cannot pay out to the user's country. Null if it can. */
export function UnsupportedCountry({ className = "" }: { className?: string }) {
  const text = describeUnsupported(useBankCountry());
  if (!text) return null;
  return (
    <p className={`border-held border-l-4 pl-3 text-sm ${className}`}>
      {rich`${text} If your bank is elsewhere, ${<Link to="/app/payments" hash="payouts">{t`choose its country`}</Link>}.`}
    </p>
  );
}
