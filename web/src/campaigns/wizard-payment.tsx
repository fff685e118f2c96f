import { dollarsFromMicros } from "@fairclick/core/amounts";
import {
  CLICKS_PER_BUDGET,
  CLICKS_PER_RATE,
  clickRuleChoices,
  RECOMMENDED_RATE_DOLLARS,
} from "@fairclick/core/campaigns/campaign-input";
import { feePerClick } from "@fairclick/core/campaigns/prices";
import { clickRuleNames, describeClickRules } from "@fairclick/core/clicks/describe-click-rules";
import { formatCount, t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { rich } from "../language/rich";
import { usePolicyNumbers } from "../policy/numbers";
import { MoneyDetails } from "../policy/terms";
import { useFeeBasisPoints } from "../policy/use-fee-basis-points";
import { walletQuery } from "../queries/money";
import { useUser } from "../session/session";
import { Button } from "../ui/button";
import { Field, TextField } from "../ui/fields";
import { Count, Line, Lines, Money, Total } from "../ui/figures";
import { downToCents, microsFromAmount } from "../ui/format";
import { limitTexts } from "./limit-texts";
import type { Wizard } from "./wizard";
import { AudienceField } from "./wizard-deploy";
import { parseBudget, parsePayoutRate } from "./wizard-fields";

export function PaymentStep({ wizard }: { wizard: Wizard }) {
  const { control, formState } = wizard.form;
  const [rate, budget] = useWatch({ control, name: ["payoutRate", "budget"] });
  const user = useUser();
  const { data: wallet } = useQuery({ ...walletQuery, enabled: user !== null });
  const payoutMicros = parsePayoutRate(rate);
  const feeBasisPoints = useFeeBasisPoints();
  const feeMicros = payoutMicros === null ? 0n : feePerClick(feeBasisPoints, payoutMicros);
  const parsed = payoutMicros === null ? null : parseBudget(budget, payoutMicros + feeMicros);
  const walletDollars = wallet?.walletBalance ?? null;
  return (
    <>
      <TextField
        label={t`Payout rate`}
        inputMode="decimal"
        placeholder={RECOMMENDED_RATE_DOLLARS.toFixed(2)}
        hint={t`Dollars per 1,000 valid clicks. Recommended: $${RECOMMENDED_RATE_DOLLARS.toFixed(2)} per 1,000 clicks.`}
        error={formState.errors.payoutRate?.message}
        className="font-figures"
        {...wizard.field("payoutRate")}
      />
      <BudgetField wizard={wizard} walletDollars={walletDollars} />
      <ClickRulesField wizard={wizard} />
      <AudienceField wizard={wizard} />
      <LimitsField wizard={wizard} />
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

type BudgetFieldProps = { wizard: Wizard; walletDollars: number | null };

function BudgetField({ wizard, walletDollars }: BudgetFieldProps) {
  const { text, cents } = downToCents(walletDollars ?? 0);
  return (
    <Field
      label={t`Budget (optional)`}
      hint={t`Dollars. Leave it empty for ${formatCount(CLICKS_PER_BUDGET)} clicks. You can add more at any time.`}
      error={wizard.form.formState.errors.budget?.message}
    >
      {(control) => (
        <div className="flex gap-2">
          <input
            {...control}
            inputMode="decimal"
            className={`${control.className} font-figures`}
            {...wizard.field("budget")}
          />
          {cents > 0 ? (
            <Button
              className="shrink-0"
              onClick={() => wizard.chooseBudget((cents / 100).toFixed(2))}
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
  /** The platform's fee per valid click. */
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
        <Line label={t`One valid click`}>
          <Money dollars={dollarsFromMicros(payoutMicros)} />
        </Line>
        {feeMicros > 0n ? (
          <>
            <Line label={t`Fairclick's fee per valid click`}>
              <Money dollars={dollarsFromMicros(feeMicros)} />
            </Line>
            <Line label={t`1,000 valid clicks with the fee`}>
              <Money dollars={dollarsFromMicros(costMicros * CLICKS_PER_RATE)} />
            </Line>
            <Line label={t`Fees in the budget`}>
              <Money dollars={dollarsFromMicros(clicks * feeMicros)} />
            </Line>
          </>
        ) : null}
        <Line label={t`Clicks in the budget`}>
          <Count of={Number(clicks)} />
        </Line>
        {walletDollars === null ? null : (
          <Line label={t`In your wallet`}>
            <Money dollars={walletDollars} />
          </Line>
        )}
      </Lines>
      <dl>
        <Total label={t`Budget`}>
          <Money dollars={dollarsFromMicros(budgetMicros)} />
        </Total>
      </dl>
      {missing > 0n ? (
        <p className="mt-3 border-held border-t-2 border-dashed pt-3 text-sm">
          {rich`Your wallet lacks ${<Money dollars={dollarsFromMicros(missing)} />}. The campaign is saved and waits until you ${addFunds}; this draft is kept.`}
        </p>
      ) : (
        <p className="mt-3 text-sm text-soft">
          {t`The budget is reserved when you deploy. Whatever valid clicks do not use is returned to your wallet.`}
        </p>
      )}
    </div>
  );
}

/** Limits on spending; closed until somebody wants to set one. */
function LimitsField({ wizard }: { wizard: Wizard }) {
  const { control, formState } = wizard.form;
  const values = useWatch({ control, name: ["dailyCap", "creatorCap"] });
  const { dailyCap, creatorCap } = formState.errors;
  // Stays as it was opened while texts come and go.
  const [open, setOpen] = useState(values.some((value) => value !== ""));
  return (
    <details
      open={open || dailyCap !== undefined || creatorCap !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer font-semibold">{t`Limit the spending (optional)`}</summary>
      <div className="mt-4 space-y-4">
        {(["dailyCap", "creatorCap"] as const).map((name) => (
          <TextField
            key={name}
            {...limitTexts[name]}
            inputMode="decimal"
            className="font-figures"
            error={formState.errors[name]?.message}
            {...wizard.field(name)}
          />
        ))}
        <p className="text-sm text-soft">
          {t`Clicks beyond a limit are not paid. Creators see the limits before they join; you can change them at any time.`}
        </p>
      </div>
    </details>
  );
}

/** The choice of click rules, with a sentence on what each means. */
function ClickRulesField({ wizard }: { wizard: Wizard }) {
  const chosen = useWatch({ control: wizard.form.control, name: "clickRules" });
  const numbers = usePolicyNumbers();
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1.5 font-semibold">{t`Click rules`}</legend>
      {clickRuleChoices.map((rules) => (
        <label key={rules} className="flex items-start gap-3">
          <input
            type="radio"
            name="clickRules"
            value={rules}
            className="mt-1.5"
            checked={(chosen || numbers.clickRules.default) === rules}
            onChange={() => wizard.chooseClickRules(rules)}
          />
          <span>
            {clickRuleNames[rules]}
            <span className="block text-sm text-soft">{describeClickRules(rules, numbers)}</span>
          </span>
        </label>
      ))}
      <p className="text-sm text-soft">
        {t`Creators see your choice before they join. It cannot be changed once the campaign is funded.`}
      </p>
    </fieldset>
  );
}
