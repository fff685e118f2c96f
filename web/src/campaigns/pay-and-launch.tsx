import { formatDollars, microsFromCents } from "@fairclick/core/amounts";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { MIN_DEPOSIT_CENTS } from "@fairclick/core/money/deposits";
import { useMutation, useQuery } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { useRequestIds } from "../api/use-request-ids";
import { MoneyDetails } from "../policy/terms";
import { reviewQuery } from "../queries/campaigns";
import { walletQuery } from "../queries/money";
import { Button } from "../ui/button";
import { notify } from "../ui/notify";
import { useCampaignChanges } from "./campaign-changes";

const CANNOT_START = t`Failed to start payment process. Please try again.`;

type PayAndLaunchProps = { campaign: CampaignResponse };

/** The button that launches a campaign that waits for funds, with a payment if the wallet needs one. */
export function PayAndLaunch({ campaign }: PayAndLaunchProps) {
  const { data: wallet, isPending } = useQuery(walletQuery);
  const { fund } = useCampaignChanges(campaign._id);
  const { data: review } = useQuery(reviewQuery(campaign.gameUrl, campaign.payoutPerClick));
  const pay = useCampaignPayment();
  if (isPending) return null;
  const cents = wallet ? missingCents(campaign.budget, wallet.walletBalance) : 0;
  if (cents === 0) {
    return (
      <>
        <Button variant="primary" disabled={fund.isPending} onClick={() => fund.mutate()}>
          {fund.isPending ? t`Funding...` : t`Fund Campaign`}
        </Button>
        <MoneyDetails acts={["campaign"]} />
      </>
    );
  }
  const leaving = pay.isPending || pay.isSuccess;
  return (
    <>
      <Button
        variant="primary"
        disabled={leaving}
        onClick={() => pay.mutate({ amount: cents, campaignId: campaign._id })}
      >
        {leaving ? t`Processing...` : namePayment(cents, review ?? null)}
      </Button>
      {review ? <p className="text-sm">{review}</p> : null}
      <MoneyDetails acts={["deposit", "campaign"]} />
    </>
  );
}

/** The words on the button: what a review would delay is not called a launch. */
export function namePayment(cents: number, review: string | null): string {
  const dollars = nameDollars(cents);
  return review === null ? t`Pay $${dollars} and launch` : t`Pay $${dollars} and send to review`;
}

/** Returns an amount for a button that writes its dollar sign: `1,234.50`. */
export const nameDollars = (cents: number) => formatDollars(microsFromCents(cents)).slice(1);

type CampaignPayment = { amount: number; campaignId: string; addedBudget?: number };

/** Opens the payment that launches a campaign that waits for funds, or adds to the budget of another. */
export function useCampaignPayment() {
  const requests = useRequestIds();
  return useMutation({
    mutationFn: (payment: CampaignPayment) => {
      const json = { ...payment, requestId: requests.getId(JSON.stringify(payment)) };
      return readAnswer(api.stripe["create-checkout-session"].$post({ json }));
    },
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error, payment) => {
      requests.forgetAfterRefusal(JSON.stringify(payment), error);
      notify.error(errorMessage(error, CANNOT_START));
    },
  });
}

/** Returns the least payment that covers the rest of a budget, in whole cents; 0 if none is needed. */
export function missingCents(budgetDollars: number, walletDollars: number): number {
  // Dollars have at most six decimals, so that whole micros are exact.
  const micros = Math.round(budgetDollars * 1e6) - Math.round(walletDollars * 1e6);
  return micros <= 0 ? 0 : Math.max(MIN_DEPOSIT_CENTS, Math.ceil(micros / 10_000));
}
