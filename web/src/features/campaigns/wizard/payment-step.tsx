import { RECOMMENDED_RATE_DOLLARS } from "@fairclick/core/campaigns/campaign-rules";
import { useWatch } from "react-hook-form";
import { TextField } from "../../../ui/field";
import { BudgetReceipt } from "./budget-receipt";
import { ClickRulesField } from "./click-rules-field";
import { parsePayoutRate } from "./payout";
import type { Wizard } from "./use-wizard";

export function PaymentStep({ wizard }: { wizard: Wizard }) {
  const rate = useWatch({ control: wizard.form.control, name: "payoutRate" });
  return (
    <>
      <TextField
        label="Payout rate"
        inputMode="decimal"
        placeholder={RECOMMENDED_RATE_DOLLARS.toFixed(2)}
        hint={`Dollars per 1,000 valid clicks. Recommended: $${RECOMMENDED_RATE_DOLLARS.toFixed(2)} per 1,000 clicks.`}
        error={wizard.form.formState.errors.payoutRate?.message}
        className="font-figures"
        {...wizard.field("payoutRate")}
      />
      <ClickRulesField wizard={wizard} />
      <BudgetReceipt payout={parsePayoutRate(rate)} />
    </>
  );
}
