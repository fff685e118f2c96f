import { t } from "@fairclick/core/language/t";
import type { DepositResponse } from "@fairclick/core/money/deposits";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { rich } from "../language/rich";
import { publishableKeyQuery } from "../queries/money";
import { ButtonLink } from "../ui/button";
import { campaignAddress } from "../ui/campaigns";
import { ShareButton } from "../ui/copy-button";
import { Mark, Money, Receipt } from "../ui/figures";
import { Spinner, WindowTitle } from "../ui/layout";
import { notify } from "../ui/notify";
import { failureText } from "./payouts";

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
          {deposit.funding ? <FundingOutcome funding={deposit.funding} status="pending" /> : null}
          {backToDraft}
        </Outcome>
      );
    case "failed":
      return (
        <Outcome title={t`Payment failed`}>
          <p>{deposit.message}</p>
          {deposit.funding ? <FundingOutcome funding={deposit.funding} status="failed" /> : null}
        </Outcome>
      );
    case "completed":
      return (
        <Outcome title={t`Payment Successful!`} mark={<PaidMark />}>
          <p>
            {deposit.funding?.funded
              ? t`Your payment went into the budget of your campaign.`
              : t`Your funds have been added to your wallet.`}
          </p>
          <p className="my-4 font-bold text-2xl">
            <Money dollars={deposit.amount} />
          </p>
          {deposit.funding ? <FundingOutcome funding={deposit.funding} status="completed" /> : null}
          <div className="flex flex-wrap gap-3">
            {backToDraft}
            <ButtonLink to="/app/developer-hub">{t`Back to Developer Hub`}</ButtonLink>
          </div>
        </Outcome>
      );
  }
}

/** Stamped down while one looks. */
function PaidMark() {
  return (
    <span className="inline-block motion-safe:animate-stamp-down">
      <Mark tone="valid">{t`PAID`}</Mark>
    </span>
  );
}

type Funding = NonNullable<DepositResponse["funding"]>;
type FundingOutcomeProps = { funding: Funding; status: DepositResponse["status"] };

/** The campaign that a payment was made for, what happened to it, and what comes next. */
function FundingOutcome({ funding, status }: FundingOutcomeProps) {
  const { campaignId, name } = funding;
  const live = funding.funded && (funding.status === "ACTIVE" || funding.status === "SCHEDULED");
  return (
    <div className="my-4">
      <p className="mb-4 break-words">{describe(funding, status)}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant="primary" to="/app/campaigns/$campaignId" params={{ campaignId }}>
          {t`Open campaign`}
        </ButtonLink>
        {live ? (
          <ShareButton
            link={campaignAddress(campaignId)}
            title={name}
            label={t`Share with creators`}
          />
        ) : null}
      </div>
    </div>
  );
}

function describe(funding: Funding, deposit: DepositResponse["status"]): ReactNode {
  const { added, funded, refusal, status } = funding;
  const name = <strong>{funding.name}</strong>;
  if (added !== null) {
    const dollars = <Money dollars={added} />;
    if (refusal !== null)
      return rich`The budget of ${name} was not raised: ${refusal}. The money is in your wallet.`;
    if (deposit === "pending")
      return rich`${dollars} is added to the budget of ${name} by itself when the money arrives.`;
    return funded
      ? rich`${dollars} was added to the budget of ${name}.`
      : rich`The budget of ${name} was not raised.`;
  }
  if (refusal !== null)
    return rich`${name} was not launched: ${refusal}. The money is in your wallet.`;
  if (deposit === "pending") return rich`${name} launches by itself when the money arrives.`;
  if (!funded) return rich`${name} was not launched.`;
  switch (status) {
    case "ACTIVE":
      return rich`${name} is live. Creators can join it now.`;
    case "SCHEDULED":
      return rich`${name} is funded. Creators can join it now, and clicks are paid from its start date.`;
    case "IN_REVIEW":
      return rich`${name} is funded and waits for review. We tell you when creators can join.`;
    case "PAUSED":
      return rich`${name} is funded and paused. Resume it when creators may join.`;
    default:
      return rich`${name} is funded.`;
  }
}

const POLL_MS = 2_000;
/** Card payments take seconds, bank debits days: polling slows down after this many polls. */
const QUICK_POLLS = 30;
const SLOW_POLL_MS = 15_000;

/** Confirms a payment with the server, and polls until it is completed or failed. */
function depositQuery(queryClient: QueryClient, sessionId: string) {
  return queryOptions({
    queryKey: ["deposit", sessionId],
    queryFn: async () => {
      const deposit = await readAnswer(
        api.stripe["checkout-session"][":id"].confirm.$post({ param: { id: sessionId } }),
      );
      if (deposit.status === "completed") {
        const text = deposit.funding?.funded
          ? t`Your campaign has been successfully funded!`
          : t`Your wallet has been successfully funded!`;
        notify.success(text, { id: sessionId });
        await queryClient.invalidateQueries({ queryKey: ["wallet"] });
        if (deposit.funding) await queryClient.invalidateQueries({ queryKey: ["campaigns"] });
      }
      return deposit;
    },
    refetchInterval: ({ state }) => {
      if (state.data?.status !== "pending") return false;
      return state.dataUpdateCount < QUICK_POLLS ? POLL_MS : SLOW_POLL_MS;
    },
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const NO_RECEIPT = t`Failed to open the receipt. Please try again later.`;

/** Leads to Stripe's receipt and invoice of a deposit. Their addresses change. */
export function ReceiptPage({ depositId }: { depositId: string }) {
  const { error } = useQuery({
    queryKey: ["receipt", depositId],
    queryFn: async () => {
      const { url } = await readAnswer(
        api.stripe.deposits[":id"].receipt.$get({ param: { id: depositId } }),
      );
      // In this page's place: from there, a person goes back to where they came from.
      window.location.replace(url);
      return url;
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (!error) return <Spinner label={t`Opening the receipt`} />;
  return <Outcome title={t`No receipt`}>{failureText(error, NO_RECEIPT)}</Outcome>;
}

type OutcomeProps = { title: string; children: ReactNode; mark?: ReactNode };

export function Outcome({ title, children, mark }: OutcomeProps) {
  return (
    <div className="mx-auto max-w-form pt-8">
      <WindowTitle text={`${title} · Fairclick`} />
      <Receipt>
        {mark ? <p className="mb-4">{mark}</p> : null}
        <h1 className="mb-2 text-2xl">{title}</h1>
        <div>{children}</div>
        <p className="mt-6 pt-4 perforation">
          <Link to="/app/payments">{t`Back to Payments`}</Link>
        </p>
      </Receipt>
    </div>
  );
}
