import { t } from "@fairclick/core/language/t";
import { DEFAULT_TOP_UP_DOLLARS, TOP_UP_PRESETS_DOLLARS } from "@fairclick/core/money/deposits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { useRequestIds } from "../api/use-request-ids";
import { MoneyTerms } from "../policy/terms";
import { publishableKeyQuery } from "../queries/money";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Form, TextField } from "../ui/fields";
import { notify } from "../ui/notify";
import { depositAmount } from "./amount-form";
import { failureText, redirectToStripe } from "./payouts";

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

/** Opens Stripe's hosted checkout. The variable is the amount in cents. */
function useCheckout() {
  const queryClient = useQueryClient();
  const requests = useRequestIds();
  return useMutation({
    mutationFn: async (amount: number) => {
      await queryClient.ensureQueryData(publishableKeyQuery).catch(() => {
        throw new NotReady();
      });
      const json = { amount, requestId: requests.getId(amount) };
      return readAnswer(api.stripe["create-checkout-session"].$post({ json }));
    },
    onSuccess: ({ id, url }) =>
      redirectToStripe(id ? url : undefined, t`Failed to create a valid checkout session.`),
    onError: (error, amount) => {
      requests.forgetAfterRefusal(amount, error);
      notify.error(
        error instanceof NotReady
          ? error.message
          : failureText(error, t`Failed to start payment process. Please try again.`),
      );
    },
  });
}

class NotReady extends Error {
  constructor() {
    super(t`Stripe is not ready yet. Please wait a moment and try again.`);
  }
}
