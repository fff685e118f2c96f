import { ADULT_AGE } from "@fairclick/core/accounts/agreement";
import { policy } from "@fairclick/core/clicks/release-policy";
import { t } from "@fairclick/core/language/t";
import { describeUnsupported } from "@fairclick/core/money/payout-countries";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { rich } from "../language/rich";
import { policyQuery } from "../queries/accounts";
import { useBankCountry } from "../session/country";
import { useSide, useUser } from "../session/session";

/** What keeps the user's earnings from their own bank, said before the work; nothing for most. */
export function PayoutLimits({ className = "" }: { className?: string }) {
  const user = useUser();
  const isEarner = useSide() === "creator";
  const unsupported = describeUnsupported(useBankCountry());
  const look = `border-held border-l-4 pl-3 text-sm ${className}`;
  return (
    <>
      {unsupported && isEarner ? (
        <p className={look}>
          {rich`${unsupported} If your bank is elsewhere, ${<Link to="/app/payments" hash="payouts">{t`choose its country`}</Link>}.`}
        </p>
      ) : null}
      {user?.mustConfirmGuardian ? (
        <p className={look}>
          {rich`You are under ${ADULT_AGE}: only a parent or guardian is paid, to an account in their name. What you earn waits until you ${<Link to="/app/payments" hash="payouts">{t`set that up`}</Link>}, or until you are ${ADULT_AGE}.`}
        </p>
      ) : null}
    </>
  );
}

type PolicyNumbers = {
  windowSeconds: number;
  burstClicks: number;
  shared: { burstClicks: number };
};

/** The numbers of the server's policy, or this build's defaults until they are loaded. */
export function usePolicyNumbers(): PolicyNumbers {
  const { data } = useQuery(policyQuery);
  return { ...policy, ...data };
}

/**
 * The fee of new campaigns, in hundredths of a percent; 0 until the policy is loaded. The server
 * compares the fee that a request names with its own.
 */
export function useFeeBasisPoints(): number {
  const { data } = useQuery(policyQuery);
  return Math.round((data?.fee.percent ?? 0) * 100);
}
