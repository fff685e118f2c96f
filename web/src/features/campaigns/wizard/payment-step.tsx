import {
  CLICKS_PER_BUDGET,
  RECOMMENDED_RATE_DOLLARS,
} from "@fairclick/core/campaigns/campaign-input";
import { feePerClick } from "@fairclick/core/campaigns/prices";
import { formatCount, t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { MoneyDetails } from "../../../policy/money-terms";
import { useFeeBasisPoints } from "../../../policy/use-fee-basis-points";
import { walletQuery } from "../../../queries/wallet";
import { useUser } from "../../../session/session";
import { Button } from "../../../ui/button";
import { Field, TextField } from "../../../ui/field";
import { downToCents } from "../../../ui/format/exact-dollars";
import { AudienceField } from "./audience-field";
import { BudgetReceipt } from "./budget-receipt";
import { ClickRulesField } from "./click-rules-field";
import { LimitsField } from "./limits-field";
import { parseBudget, parsePayoutRate } from "./payout";
import type { Wizard } from "./use-wizard";

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
