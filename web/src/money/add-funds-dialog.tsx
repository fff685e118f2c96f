import { t } from "@fairclick/core/language/t";
import { DEFAULT_TOP_UP_DOLLARS, TOP_UP_PRESETS_DOLLARS } from "@fairclick/core/money/deposits";
import { useState } from "react";
import { MoneyTerms } from "../policy/terms";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/fields";
import { Form } from "../ui/form";
import { depositAmount } from "./amount-form";
import { useCheckout } from "./checkout";

export function AddFundsDialog({ onClose }: { onClose: () => void }) {
  const [preset, setPreset] = useState<number | null>(DEFAULT_TOP_UP_DOLLARS);
  const [custom, setCustom] = useState("");
  const [error, setError] = useState<string>();
  const checkout = useCheckout();

  function proceed() {
    const amount = depositAmount(custom, preset);
    if (amount.ok) checkout.mutate(amount.cents);
    else setError(amount.message);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Add Funds`}
      description={t`You pay on Stripe's page and come back here.`}
    >
      <Form onSubmit={proceed}>
        <fieldset className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          <legend className="mb-1.5 font-semibold">{t`Amount`}</legend>
          {TOP_UP_PRESETS_DOLLARS.map((dollars) => (
            <button
              key={dollars}
              type="button"
              aria-pressed={preset === dollars}
              className="chip min-h-12 justify-center font-figures"
              onClick={() => {
                setPreset(dollars);
                setCustom("");
                setError(undefined);
              }}
            >
              ${dollars}
            </button>
          ))}
        </fieldset>
        <TextField
          label={t`Custom amount`}
          inputMode="decimal"
          placeholder="0.00"
          className="font-figures"
          value={custom}
          error={error}
          onChange={(event) => {
            setCustom(event.currentTarget.value);
            setPreset(null);
            setError(undefined);
          }}
        />
        <MoneyTerms act="deposit" />
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          disabled={checkout.isPending || checkout.isSuccess}
        >
          {checkout.isPending || checkout.isSuccess ? t`Processing...` : t`Proceed to Payment`}
        </Button>
      </Form>
    </Dialog>
  );
}
