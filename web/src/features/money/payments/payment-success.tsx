import { t } from "@fairclick/core/language/t";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorMessage } from "../../../api/answer";
import { publishableKeyQuery } from "../../../queries/wallet";
import { ButtonLink } from "../../../ui/button";
import { Mark } from "../../../ui/clicks/stamp";
import { Money } from "../../../ui/figure";
import { Spinner } from "../../../ui/spinner";
import { depositQuery } from "./deposit-query";
import { LaunchOutcome } from "./launch-outcome";
import { Outcome } from "./outcome";

type PaymentSuccessProps = {
  sessionId: string | undefined;
  /** Link back to an unfinished campaign, if there is one. */
  backToDraft: ReactNode;
};

/** The page that Stripe redirects to after a payment. Reports success only once the server confirms it. */
export function PaymentSuccess({ sessionId, backToDraft }: PaymentSuccessProps) {
  const { data: publishableKey, isPending } = useQuery(publishableKeyQuery);
  if (isPending) return <Spinner label={t`Confirming your payment`} />;
  if (!publishableKey) {
    return (
      <Outcome title={t`Stripe Configuration Error`}>
        {t`This server has no publishable key for Stripe, so it cannot take payments.`}
      </Outcome>
    );
  }
  if (!sessionId) {
    return (
      <Outcome title={t`No payment found`}>
        {t`Stripe returns you to this page after a payment. Your payments are listed on their own page.`}
      </Outcome>
    );
  }
  return <Deposit sessionId={sessionId} backToDraft={backToDraft} />;
}

function Deposit({ sessionId, backToDraft }: PaymentSuccessProps & { sessionId: string }) {
  const { data: deposit, error } = useQuery(depositQuery(useQueryClient(), sessionId));
  if (error) {
    return (
      <Outcome title={t`Payment not confirmed`}>
        {errorMessage(
          error,
          t`We could not confirm this payment with Stripe. Please reload the page.`,
        )}
      </Outcome>
    );
  }
  switch (deposit?.status) {
    case undefined:
      return <Spinner label={t`Confirming your payment`} />;
    case "pending":
      return (
        <Outcome title={t`Payment pending`}>
          <p className="mb-4">{deposit.message}</p>
          {deposit.launch ? <LaunchOutcome launch={deposit.launch} status="pending" /> : null}
          {backToDraft}
        </Outcome>
      );
    case "failed":
      return (
        <Outcome title={t`Payment failed`}>
          <p>{deposit.message}</p>
          {deposit.launch ? <LaunchOutcome launch={deposit.launch} status="failed" /> : null}
        </Outcome>
      );
    case "completed":
      return (
        <Outcome title={t`Payment Successful!`} mark={<Mark tone="valid">{t`PAID`}</Mark>}>
          <p>{t`Your funds have been added to your wallet.`}</p>
          <p className="my-4 font-bold text-2xl">
            <Money dollars={deposit.amount} />
          </p>
          {deposit.launch ? <LaunchOutcome launch={deposit.launch} status="completed" /> : null}
          <div className="flex flex-wrap gap-3">
            {backToDraft}
            <ButtonLink to="/app/developer-hub">{t`Back to Developer Hub`}</ButtonLink>
          </div>
        </Outcome>
      );
  }
}
