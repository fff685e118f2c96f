import type { UserResponse } from "@fairclick/core/accounts/account";
import { dollarsFromMicros } from "@fairclick/core/amounts";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import {
  CLICKS_PER_BUDGET,
  CLICKS_PER_RATE,
  MAX_GENRES,
} from "@fairclick/core/campaigns/campaign-input";
import { genreName, genres } from "@fairclick/core/campaigns/genres";
import { clickFee } from "@fairclick/core/campaigns/prices";
import { formatCount, t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { errorMessage } from "../api/answer";
import { rich } from "../language/rich";
import { useFeeBasisPoints } from "../policy/facts";
import { MoneyDetails } from "../policy/terms";
import { campaignQuery } from "../queries/campaigns";
import { walletQuery } from "../queries/money";
import { useUser } from "../session/session";
import { Button, ButtonLink } from "../ui/button";
import { Chips } from "../ui/chips";
import { Field } from "../ui/fields";
import { Count, CountLine, Lines, Money, MoneyLine, Receipt, Total } from "../ui/figures";
import { downToCents, microsFromAmount } from "../ui/format";
import { Empty, PageHeading, PageSpinner } from "../ui/layout";
import {
  AudienceField,
  ClickRulesField,
  JoinRuleField,
  LimitFields,
  PaysForField,
  WantedField,
} from "./campaign-choices";
import {
  CampaignField,
  type CampaignForm,
  CoverField,
  GameTextFields,
  GameUrlField,
  HashtagField,
} from "./campaign-fields";
import type { CoverUpload } from "./cover-picker";
import { type CampaignFields, newDraft, presetFields, readDraft, type Step } from "./draft";
import { namePayment } from "./pay-and-launch";
import { campaignFields, parseBudget, parsePayoutRate } from "./typed-fields";
import { useWizard, type WizardProps } from "./wizard";

type OpenDraftProps = Omit<WizardProps, "draft"> & {
  user: UserResponse | null;
  /** The campaign to copy, as the address names it when the page is opened. */
  copy: string | undefined;
  /** Whether the account was signed in on the page of a visitor's draft. */
  claims: boolean;
};

/** Opens the wizard with a copy of a campaign, or with the draft of this tab. */
export function OpenDraft({ user, copy, claims, ...wizard }: OpenDraftProps) {
  const owner = user?._id ?? null;
  const [draft] = useState(() => readDraft(owner, claims) ?? newDraft(owner));
  if (owner !== null && copy !== undefined) return <Copy {...wizard} id={copy} owner={owner} />;
  return <CampaignWizard {...wizard} draft={draft} />;
}

type CopyProps = Omit<WizardProps, "draft"> & { id: string; owner: string };

function Copy({ id, owner, ...wizard }: CopyProps) {
  const { data, error } = useQuery({ ...campaignQuery(id), refetchInterval: false, meta: {} });
  if (error) {
    return <Unavailable message={errorMessage(error, t`The campaign could not be loaded.`)} />;
  }
  if (!data) return <PageSpinner />;
  if (data.createdBy._id !== owner) return <Unavailable message={t`This is not your campaign.`} />;
  return <CampaignWizard {...wizard} draft={newDraft(owner, copyCampaign(data))} />;
}

/** The wizard's fields for a campaign like this one, from today on. */
export function copyCampaign(campaign: CampaignResponse): CampaignFields {
  const { startDate, endDate } = presetFields(new Date());
  return { ...campaignFields(campaign), startDate, endDate };
}

function Unavailable({ message }: { message: string }) {
  return (
    <Empty
      title={message}
      action={
        <ButtonLink to="/app/developer-hub" variant="primary">
          {t`Back to Developer Hub`}
        </ButtonLink>
      }
    />
  );
}

function CampaignWizard(props: WizardProps) {
  const { step } = props;
  const wizard = useWizard(props);
  const owed = step === 3 ? wizard.owed : 0;
  const last = owed > 0 ? namePayment(owed, wizard.review) : t`Deploy`;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeading
        title={t`Create Campaign`}
        lead={t`What you enter stays in this tab until you launch the campaign.`}
      />
      <StepList current={step} />
      <Receipt>
        <form
          ref={wizard.element}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            wizard.next();
          }}
        >
          <div
            key={step}
            data-leaving={wizard.leaving}
            className="space-y-6 motion-safe:animate-step-in motion-safe:data-[leaving=true]:animate-step-out"
          >
            <div>
              <h2 tabIndex={-1} className="scroll-mt-24 text-xl">
                {titles[step - 1]}
              </h2>
              <p className="text-sm text-soft">{t`* required`}</p>
            </div>
            {step === 1 ? <GameStep form={wizard.form} coverUpload={wizard.coverUpload} /> : null}
            {step === 2 ? <PaymentStep form={wizard.form} /> : null}
            {step === 3 ? <DeployStep form={wizard.form} /> : null}
            {step === 3 && wizard.cost ? (
              <p>
                {rich`Your budget pays for ${<Count of={wizard.cost.clicks} />} valid clicks. What they do not use returns to your wallet; back to your card, less what Stripe keeps: usually 2.9% and 30 cents.`}
              </p>
            ) : null}
          </div>
          <div className="mt-8 flex flex-wrap justify-end gap-3 max-sm:*:px-4">
            {step > 1 ? (
              <Button className="mr-auto" onClick={wizard.back} disabled={wizard.deploying}>
                {t`Back`}
              </Button>
            ) : null}
            <Button type="submit" variant="primary" disabled={wizard.deploying}>
              {step < 3 ? t`Continue` : wizard.deploying ? t`Deploying...` : last}
            </Button>
          </div>
          {step === 3 && wizard.review ? (
            <p className="mt-4 border-held border-l-4 pl-3 text-sm">{wizard.review}</p>
          ) : null}
          {owed > 0 ? (
            <div className="mt-6 border-rule border-t-2 border-dashed pt-3 text-sm">
              <p className="text-soft">{t`Test mode: no real money moves yet. Not ready to pay? Save it: nobody sees it until you pay.`}</p>
              <Button
                variant="quiet"
                className="-ml-5"
                onClick={wizard.save}
                disabled={wizard.deploying}
              >
                {t`Deploy without paying`}
              </Button>
            </div>
          ) : null}
        </form>
      </Receipt>
    </div>
  );
}

const steps = [t`Game`, t`Payment`, t`Deploy`] as const;
const titles = [t`Game`, t`Payment: price per click and budget`, t`Deploy`] as const;

function StepList({ current }: { current: Step }) {
  return (
    <ol className="mb-5 flex gap-x-6 gap-y-1">
      {steps.map((name, index) => (
        <li
          key={name}
          {...(index + 1 === current ? { "aria-current": "step" } : {})}
          className="font-semibold text-soft aria-[current=step]:text-ink"
        >
          <span className="in-aria-[current=step]:marked">
            <span className="font-figures">{index + 1}</span> {name}
          </span>
        </li>
      ))}
    </ol>
  );
}

type StepProps = { form: CampaignForm };

function GameStep({ form, coverUpload }: StepProps & { coverUpload: CoverUpload | null }) {
  return (
    <>
      <GameUrlField form={form} />
      {form.values.tags.length > 0 ? (
        <p className="text-sm">{t`Please check the title, the genres and the audience: they were filled in for you.`}</p>
      ) : null}
      <CampaignField form={form} name="gameTitle" />
      <CampaignField form={form} name="description" />
      <CoverField form={form} upload={coverUpload} />
      <GameTextFields form={form} />
      <Chips
        label={t`Genre tags (up to ${MAX_GENRES})`}
        all={genres}
        chosen={form.values.tags}
        name={genreName}
        max={MAX_GENRES}
        error={form.errors.tags}
        required
        onChange={(tags) => form.set({ tags })}
      />
      <HashtagField form={form} />
      <Closed title={t`Who may join (optional)`}>
        <JoinRuleField form={form} />
        <p className="text-sm text-soft">
          {t`You can change this at any time. Creators who have joined stay.`}
        </p>
        <WantedField
          form={form}
          hint={t`Only creators whose profile names one of your choices can join. Creators declare this themselves; Fairclick does not check it. Once somebody has joined, you can want more creators, but not fewer.`}
        />
      </Closed>
    </>
  );
}

function PaymentStep({ form }: StepProps) {
  const { payoutRate, budget, countries, devices, dailyCap, creatorCap } = form.values;
  const { errors } = form;
  const user = useUser();
  const { data: wallet } = useQuery({ ...walletQuery, enabled: user !== null });
  const payoutMicros = parsePayoutRate(payoutRate);
  const feeBasisPoints = useFeeBasisPoints();
  const feeMicros = payoutMicros === null ? 0n : clickFee(feeBasisPoints, payoutMicros);
  const parsed = payoutMicros === null ? null : parseBudget(budget, payoutMicros + feeMicros);
  const walletDollars = wallet?.walletBalance ?? null;
  return (
    <>
      <CampaignField form={form} name="payoutRate" />
      <BudgetField form={form} walletDollars={walletDollars} />
      <PaysForField form={form} />
      <Closed
        title={t`Advanced`}
        isUsed={countries.length + devices.length > 0 || dailyCap !== "" || creatorCap !== ""}
        isWrong={[errors.countries, errors.dailyCap, errors.creatorCap].some(Boolean)}
      >
        <AudienceField
          form={form}
          hint={t`Creators see this before they join. Once the campaign is funded you can add to it, but remove nothing.`}
        />
        <LimitFields
          form={form}
          hint={t`Clicks beyond a limit are not paid. Creators see the limits before they join; you can change them at any time.`}
        />
        <ClickRulesField form={form} />
      </Closed>
      <BudgetReceipt
        payoutMicros={payoutMicros ?? 0n}
        feeMicros={feeMicros}
        budgetMicros={parsed?.ok ? parsed.micros : 0n}
        walletDollars={walletDollars}
      />
      <MoneyDetails acts={["campaign"]} />
    </>
  );
}

function BudgetField({ form, walletDollars }: StepProps & { walletDollars: number | null }) {
  const { text, cents } = downToCents(walletDollars ?? 0);
  return (
    <Field
      label={t`Budget (optional)`}
      hint={t`Dollars. Leave it empty for ${formatCount(CLICKS_PER_BUDGET)} clicks. You can add more at any time.`}
      error={form.errors.budget}
    >
      {(control) => (
        <div className="flex gap-2">
          <input
            {...control}
            name="budget"
            inputMode="decimal"
            className={`${control.className} font-figures`}
            value={form.values.budget}
            onChange={(event) => form.set({ budget: event.currentTarget.value })}
          />
          {cents > 0 ? (
            <Button
              className="shrink-0"
              onClick={() => form.set({ budget: (cents / 100).toFixed(2) })}
            >
              {t`Use ${text}`}
            </Button>
          ) : null}
        </div>
      )}
    </Field>
  );
}

type BudgetReceiptProps = {
  payoutMicros: bigint;
  feeMicros: bigint;
  budgetMicros: bigint;
  /** Null without a signed-in user. */
  walletDollars: number | null;
};

/** What the budget buys, compared with the wallet. Amounts are zero while they are not valid. */
function BudgetReceipt(props: BudgetReceiptProps) {
  const { payoutMicros, feeMicros, budgetMicros, walletDollars } = props;
  const costMicros = payoutMicros + feeMicros;
  const clicks = costMicros > 0n ? budgetMicros / costMicros : 0n;
  const missing = walletDollars === null ? 0n : budgetMicros - microsFromAmount(walletDollars);
  const addFunds = (
    <Link to="/app/payments" search={{ dialog: "add-funds" }}>
      {t`add funds`}
    </Link>
  );
  return (
    <div className="border-2 border-rule p-4">
      <Lines>
        <MoneyLine label={t`One valid click`} dollars={dollarsFromMicros(payoutMicros)} />
        {feeMicros > 0n ? (
          <>
            <MoneyLine
              label={t`Fairclick's fee per valid click`}
              dollars={dollarsFromMicros(feeMicros)}
            />
            <MoneyLine
              label={t`1,000 valid clicks with the fee`}
              dollars={dollarsFromMicros(costMicros * CLICKS_PER_RATE)}
            />
            <MoneyLine
              label={t`Fees in the budget`}
              dollars={dollarsFromMicros(clicks * feeMicros)}
            />
          </>
        ) : null}
        <CountLine label={t`Clicks in the budget`} count={Number(clicks)} />
        {walletDollars === null ? null : (
          <MoneyLine label={t`In your wallet`} dollars={walletDollars} />
        )}
      </Lines>
      <dl>
        <Total label={t`Budget`}>
          <Money dollars={dollarsFromMicros(budgetMicros)} />
        </Total>
      </dl>
      {missing > 0n ? (
        <p className="mt-3 border-held border-t-2 border-dashed pt-3 text-sm">
          {rich`Your wallet lacks ${<Money dollars={dollarsFromMicros(missing)} />}: you pay it by card in the last step. You can also ${addFunds} first; this draft is kept.`}
        </p>
      ) : (
        <p className="mt-3 text-sm text-soft">
          {t`The budget is reserved when you deploy. Whatever valid clicks do not use is returned to your wallet.`}
        </p>
      )}
    </div>
  );
}

function DeployStep({ form }: StepProps) {
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <CampaignField form={form} name="startDate" />
        <CampaignField form={form} name="endDate" />
      </div>
      <CampaignField form={form} name="conversionTips" />
    </>
  );
}

type ClosedProps = { title: string; isUsed?: boolean; isWrong?: boolean; children: ReactNode };

/** Optional fields: closed until somebody opens them, unless they are in use or wrong. */
function Closed({ title, isUsed = false, isWrong = false, children }: ClosedProps) {
  // Stays as it was opened while choices come and go.
  const [open, setOpen] = useState(isUsed);
  return (
    <details open={open || isWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">{title}</summary>
      <div className="mt-2 space-y-4">{children}</div>
    </details>
  );
}
