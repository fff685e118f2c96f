import type { ProfileResponse } from "@fairclick/core/accounts/account";
import { ADULT_AGE } from "@fairclick/core/accounts/agreement";
import { isOver } from "@fairclick/core/campaigns/status";
import { countryName } from "@fairclick/core/countries";
import { t } from "@fairclick/core/language/t";
import type { TransactionResponse, WalletSummaryResponse } from "@fairclick/core/money/deposits";
import { describeUnsupported, findPayoutCountry } from "@fairclick/core/money/payout-countries";
import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { rich } from "../language/rich";
import { WhenPaid } from "../policy/terms";
import { profileQuery } from "../queries/accounts";
import { ownCampaignsQuery } from "../queries/campaigns";
import { historyQuery, WALLET_FAILURE, walletQuery } from "../queries/money";
import { CountryOptions, useBankCountry } from "../session/country";
import { readSide, refreshUser, useUser } from "../session/session";
import { Button } from "../ui/button";
import { useApiChange } from "../ui/change";
import { ConfirmAddress } from "../ui/confirm-address";
import { Field } from "../ui/fields";
import { Line, Lines, Mark, Money } from "../ui/figures";
import { downToCents, exactDollars } from "../ui/format";
import { JudgedUpTo } from "../ui/judged-up-to";
import { Card, Part, Spinner } from "../ui/layout";
import { describeSmallest, type Payouts, usePayouts, useSmallestCents } from "./payouts";
import { describeNext, WaitingLines } from "./waiting-lines";

/** The act that the balances call for. Its button is the yellow one. */
type NextAct = "withdraw" | "payouts" | "add-funds" | null;

/** Null while it loads, and for a creator whose money moves by itself. */
function useNextAct(): NextAct {
  const { data: wallet } = useQuery(walletQuery);
  const { isPayable, state } = useBank();
  const leastCents = useSmallestCents();
  if (!wallet) return null;
  if (readSide() === "developer" && !isEarner(wallet) && state === "none") return "add-funds";
  if (state !== "ready" && isPayable) return "payouts";
  if (wallet.pendingPayouts > 0) return null;
  return downToCents(wallet.withdrawableBalance).cents >= leastCents ? "withdraw" : null;
}

function isEarner({ totalEarnings, unjudgedClicks, heldClicks }: WalletSummaryResponse): boolean {
  return totalEarnings > 0 || unjudgedClicks > 0 || heldClicks > 0;
}

/** How far a bank is connected, and whether one can be: elsewhere, earnings can only be spent. */
function useBank() {
  const country = useBankCountry();
  const verified = useUser()?.stripeAccountVerified ?? false;
  const { data: profile } = useQuery(profileQuery);
  const state = verified ? "ready" : (profile?.payouts ?? "none");
  return { country, verified, state, isPayable: verified || findPayoutCountry(country) !== null };
}

type BalancesProps = {
  onWithdraw: () => void;
  onAddFunds: () => void;
  isJustRequested: boolean;
  /** Below the wallet. */
  children: ReactNode;
};

/** Earnings and wallet, the one first whose money the person can use. */
export function Balances(props: BalancesProps) {
  const { onWithdraw, onAddFunds, isJustRequested, children } = props;
  const { isPending } = useQuery(walletQuery);
  const isFunder = useNextAct() === "add-funds";
  // Both cards at once, in their order: nothing moves under a finger.
  if (isPending) {
    return (
      <div className="min-h-dvh">
        <Spinner label={t`Loading wallet`} />
      </div>
    );
  }
  const cards = [
    <EarningsCard key="earnings" onWithdraw={onWithdraw} isJustRequested={isJustRequested} />,
    <div key="wallet">
      <WalletCard onAddFunds={onAddFunds} />
      {children}
    </div>,
  ];
  return (
    <section aria-label={t`Wallet Summary`} className="grid gap-6 lg:grid-cols-2 lg:items-start">
      {isFunder ? cards.reverse() : cards}
    </section>
  );
}

/** Without `onWithdraw`, leads to the money page, where the bank is chosen. */
type EarningsCardProps = { onWithdraw?: () => void; isJustRequested?: boolean };

/** What was earned, what can be withdrawn now, and the rest's way to the bank. */
export function EarningsCard({ onWithdraw, isJustRequested = false }: EarningsCardProps) {
  const next = useNextAct();
  const { verified, isPayable } = useBank();
  const payouts = usePayouts();
  const navigate = useNavigate();
  const open = (dialog?: "spend" | "withdraw") =>
    void navigate({
      to: "/app/payments",
      ...(dialog ? { search: { dialog } } : { hash: "payouts" }),
    });
  const withdraw = onWithdraw ?? (() => open("withdraw"));
  let [label, act] = [t`Withdraw Funds`, verified ? withdraw : payouts.connect];
  if (!isPayable) [label, act] = [t`Spend Earnings`, () => open("spend")];
  if (!onWithdraw && !verified) [label, act] = [t`Go to payouts`, () => open()];
  return (
    <Card title={onWithdraw ? t`Earnings` : t`Balance`}>
      <Part loading={t`Loading wallet`} failure={WALLET_FAILURE} className="min-h-80">
        <Earned
          isJustRequested={isJustRequested}
          action={
            <Button
              variant={next === "withdraw" ? "primary" : "secondary"}
              className="my-4 w-full"
              disabled={payouts.isPending}
              onClick={act}
            >
              {label}
            </Button>
          }
        />
      </Part>
      {onWithdraw ? <PayoutSetup payouts={payouts} isNext={next === "payouts"} /> : null}
    </Card>
  );
}

function Earned({ action, isJustRequested }: { action: ReactNode; isJustRequested: boolean }) {
  const { data: wallet } = useSuspenseQuery(walletQuery);
  const { isPayable } = useBank();
  const leastCents = useSmallestCents();
  const { cents } = downToCents(wallet.withdrawableBalance);
  const isLess = isPayable && cents > 0 && cents < leastCents;
  return (
    <>
      <Figure label={isLess ? t`Earned so far` : t`Can be withdrawn`}>
        {wallet.withdrawableBalance}
      </Figure>
      <p className="text-sm">
        {isPayable ? describeSmallest(leastCents, cents) : null} {describeNext(wallet)}
      </p>
      {action}
      <Underway
        isJustRequested={isJustRequested}
        isEarner={readSide() === "creator" || isEarner(wallet)}
      />
      <Lines className="text-sm">
        {isEarner(wallet) ? (
          <>
            <Line label={t`Pending clicks`}>
              <Money dollars={wallet.unjudgedClicks} />
            </Line>
            <Line label={t`Held clicks`}>
              <Money dollars={wallet.heldClicks} />
            </Line>
            <WaitingLines waiting={wallet.waiting} />
            <Line label={t`On its way to your bank`}>
              <Money dollars={wallet.pendingPayouts} />
            </Line>
          </>
        ) : null}
        {wallet.owed > 0 ? (
          <Line label={t`Owed for reversed clicks`}>
            <Money dollars={wallet.owed} />
          </Line>
        ) : null}
        <Line label={t`Total Earnings`} strong>
          <Money dollars={wallet.totalEarnings} />
        </Line>
      </Lines>
      <div className="mt-2 space-y-2">
        {isEarner(wallet) ? <JudgedUpTo at={wallet.judgedUpTo} /> : null}
        <WhenPaid />
      </div>
      {wallet.owed > 0 ? (
        <p className="mt-4 border-held border-l-4 pl-3 text-sm">
          {rich`You owe ${<Money dollars={wallet.owed} />}: clicks were reversed after you withdrew their earnings. Your next earnings pay this first. Your wallet is not affected.`}
        </p>
      ) : null}
    </>
  );
}

/** The amount that can be used, in whole cents. */
function Figure({ label, children }: { label: string; children: number }) {
  return (
    <dl>
      <div>
        <dt className="text-sm text-soft">{label}</dt>
        <dd className="font-bold font-figures text-3xl tabular-nums tracking-tight">
          {downToCents(children).text}
        </dd>
      </div>
    </dl>
  );
}

const isUnderway = ({ type, status }: TransactionResponse) =>
  type === "withdrawal" && status === "pending";

type UnderwayProps = { isJustRequested: boolean; isEarner: boolean };

/** Withdrawals that have not arrived, each with what it waits for, and the way to end the wait. */
function Underway({ isJustRequested, isEarner }: UnderwayProps) {
  const { data: profile } = useQuery(profileQuery);
  // The history loads it; here it is only read.
  const { data: history } = useInfiniteQuery({ ...historyQuery, enabled: false });
  const open = (history?.pages ?? []).flatMap((page) => page.transactions.filter(isUnderway));
  const isUnconfirmed = isEarner && profile?.mailAvailable && !profile.emailConfirmed;
  return (
    <>
      {open.map(({ _id, amount, description }) => (
        <p key={_id} className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className={isJustRequested ? "motion-safe:animate-stamp" : ""}>
            <Mark tone="valid">{t`REQUESTED`}</Mark>
          </span>
          <span className="font-bold font-figures">{exactDollars(-amount)}</span>
          <span className="min-w-0">{description}</span>
        </p>
      ))}
      {isUnconfirmed ? (
        <ConfirmAddress className="mb-4 text-sm">
          {rich`Withdrawals wait until you confirm your email address, ${<strong className="break-all">{profile.email}</strong>}. We mailed you a link.`}
        </ConfirmAddress>
      ) : null}
    </>
  );
}

function WalletCard({ onAddFunds }: { onAddFunds: () => void }) {
  const next = useNextAct();
  return (
    <Card title={t`Wallet`}>
      <Part loading={t`Loading wallet`} failure={WALLET_FAILURE} className="min-h-18">
        <Wallet />
      </Part>
      <Button
        variant={next === "add-funds" ? "primary" : "secondary"}
        className="my-4 w-full"
        onClick={onAddFunds}
      >
        {t`Add Funds`}
      </Button>
      <Reserved />
      <p className="mt-4 border-held border-l-4 pl-3 text-sm">
        {t`Test mode: cards and banks are made up, and no real money moves. For real money: Stripe integration coming soon.`}
      </p>
    </Card>
  );
}

function Wallet() {
  const { data: wallet } = useSuspenseQuery(walletQuery);
  return <Figure label={t`Balance`}>{wallet.walletBalance}</Figure>;
}

/** Budgets that are shown; the others are in the list of campaigns. */
const MOST = 4;

/** What the campaigns keep of the wallet's money. */
function Reserved() {
  const { data: campaigns = [] } = useQuery(ownCampaignsQuery);
  const holding = campaigns.filter((campaign) => campaign.budgetRemaining > 0);
  if (holding.length === 0) {
    return <p className="text-sm text-soft">{t`The balance funds campaigns.`}</p>;
  }
  return (
    <>
      <p className="mb-1 text-sm text-soft">{t`Reserved for campaigns`}</p>
      <Lines className="text-sm">
        {holding.slice(0, MOST).map(({ _id, name, status, budgetRemaining }) => (
          <Line
            key={_id}
            label={
              <Link
                to="/app/campaigns/$campaignId"
                params={{ campaignId: _id }}
                className="min-w-0 break-words"
              >
                {isOver(status) ? t`${name} (over: what is left returns)` : name}
              </Link>
            }
          >
            <Money dollars={budgetRemaining} rounded />
          </Line>
        ))}
      </Lines>
      {holding.length > MOST ? (
        <Link to="/app/campaigns" className="text-sm">{t`All campaigns`}</Link>
      ) : null}
    </>
  );
}

type PayoutSetupProps = { payouts: Payouts; isNext: boolean };

/** The bank behind the earnings: its country, who is paid under 18, and why Stripe was not opened. */
export function PayoutSetup({ payouts, isNext }: PayoutSetupProps) {
  const { data: profile } = useQuery(profileQuery);
  const { country, verified, state, isPayable } = useBank();
  const isMinor = profile?.mustConfirmGuardian ?? false;
  return (
    <section id="payouts" aria-label={t`Payouts`} className="mt-5 space-y-3 pt-4 perforation">
      {isPayable ? <p>{words[state](countryName(country))}</p> : null}
      {state === "none" ? <CountryForm /> : null}
      {isMinor && isPayable ? <Guardian payouts={payouts} /> : null}
      {payouts.refusal ? (
        <p role="alert" ref={showWhere} className="border-refused border-l-4 pl-3">
          {payouts.refusal} <Link to="/contact">{t`Ask us`}</Link>
        </p>
      ) : null}
      {isPayable ? (
        <Button
          variant={isNext ? "primary" : "secondary"}
          className="self-start"
          disabled={payouts.isPending}
          onClick={payouts.open}
        >
          {verified ? t`View Payouts Dashboard` : t`Setup Payouts`}
        </Button>
      ) : null}
    </section>
  );
}

/** A press of *Withdraw Funds* is answered below the screen of a phone. */
const showWhere = (answer: HTMLElement | null) => answer?.scrollIntoView({ block: "center" });

const words: Record<ProfileResponse["payouts"], (country: string) => string> = {
  none: () => t`Connect a bank once: Stripe asks who is paid.`,
  incomplete: () => t`Stripe still needs some details from you before it pays out.`,
  ready: (country) => t`Your bank is connected (${country}).`,
};

function Guardian({ payouts }: { payouts: Payouts }) {
  return (
    <label className="flex gap-3">
      <input
        type="checkbox"
        className="mt-1 size-5 shrink-0"
        checked={payouts.isGuardian}
        onChange={(event) => payouts.setGuardian(event.currentTarget.checked)}
      />
      {t`The payout account is in the name of my parent or guardian, who agrees to be paid for me until I am ${ADULT_AGE}.`}
    </label>
  );
}

/** The country of the user's bank, which can be chosen until a payout account exists. */
function CountryForm() {
  const country = useBankCountry();
  const choose = useChooseCountry();
  return (
    <Field
      label={t`Country of your bank`}
      hint={describeUnsupported(country) ?? t`You can change it until you set up payouts.`}
    >
      {(control) => (
        <select
          {...control}
          value={country}
          disabled={choose.isPending}
          onChange={(event) => choose.mutate(event.currentTarget.value)}
        >
          <CountryOptions chosen={country} />
        </select>
      )}
    </Field>
  );
}

function useChooseCountry() {
  const queryClient = useQueryClient();
  return useApiChange(
    (country: string) => readAnswer(api.users.profile.country.$put({ json: { country } })),
    {
      failure: t`Failed to change the country.`,
      refresh: [["profile"], ["wallet"]],
      onSuccess: () => refreshUser(queryClient),
    },
  );
}
