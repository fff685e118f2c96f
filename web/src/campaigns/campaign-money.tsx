import { dollarsFromMicros, microsFromDollars } from "@fairclick/core/amounts";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { CLICKS_PER_RATE, payoutMicrosFromRate } from "@fairclick/core/campaigns/campaign-input";
import { NOTICE_HOURS } from "@fairclick/core/campaigns/prices";
import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/fields";
import { Count, Line, Lines, Money } from "../ui/figures";
import { Form } from "../ui/form";
import { microsFromAmount } from "../ui/format";
import { NextPrice } from "../ui/next-price";
import { plainDollars } from "../ui/typed-dollars";
import { useCampaignChanges } from "./campaign-changes";

type PriceDialogProps = { campaign: CampaignResponse; onClose: () => void };

/** Changes what a click pays, or withdraws a change that is announced. */
export function PriceDialog({ campaign, onClose }: PriceDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Change Price`}
      description={t`A higher price begins at once. A lower one begins in ${NOTICE_HOURS} hours, and creators see it until then. Each click pays the price of its time.`}
    >
      {campaign.nextPrice ? (
        <Announced campaign={campaign} onClose={onClose} />
      ) : (
        <NewPrice campaign={campaign} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Announced({ campaign, onClose }: PriceDialogProps) {
  const { withdrawPrice } = useCampaignChanges(campaign._id);
  return (
    <div className="space-y-5">
      <NextPrice campaign={campaign} />
      <Button
        variant="primary"
        className="w-full"
        disabled={withdrawPrice.isPending}
        onClick={() => withdrawPrice.mutate(undefined, { onSuccess: onClose })}
      >
        {withdrawPrice.isPending ? t`Withdrawing...` : t`Keep the Old Price`}
      </Button>
    </div>
  );
}

function NewPrice({ campaign, onClose }: PriceDialogProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const { changePrice } = useCampaignChanges(campaign._id);
  const rateMicros = microsFromDollars(plainDollars(text));
  const payoutMicros = rateMicros === null ? null : payoutMicrosFromRate(rateMicros);

  function change() {
    if (payoutMicros === null) return setError(t`Valid payout rate is required`);
    changePrice.mutate(
      { payoutPerClick: dollarsFromMicros(payoutMicros) },
      { onSuccess: onClose, onError: (failure) => setError(failure.message) },
    );
  }

  return (
    <Form onSubmit={change}>
      <TextField
        label={t`New payout rate`}
        inputMode="decimal"
        placeholder="0.00"
        hint={t`Dollars per 1,000 valid clicks.`}
        error={error}
        className="font-figures"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(undefined);
        }}
      />
      {payoutMicros === null ? null : <Meaning campaign={campaign} payoutMicros={payoutMicros} />}
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        disabled={text.trim() === "" || changePrice.isPending}
      >
        {changePrice.isPending ? t`Changing...` : t`Change Price`}
      </Button>
    </Form>
  );
}

type MeaningProps = { campaign: CampaignResponse; payoutMicros: bigint };

/** What the new price costs, and how many clicks the rest of the budget pays for. */
function Meaning({ campaign, payoutMicros }: MeaningProps) {
  const costMicros = payoutMicros + microsFromAmount(campaign.feePerClick);
  const isLower = payoutMicros < microsFromAmount(campaign.payoutPerClick);
  return (
    <Lines>
      <Line label={t`One valid click pays`}>
        <Money dollars={dollarsFromMicros(payoutMicros)} />
      </Line>
      <Line label={campaign.feePerClick > 0 ? t`1,000 clicks with the fee` : t`1,000 clicks`}>
        <Money dollars={dollarsFromMicros(costMicros * CLICKS_PER_RATE)} />
      </Line>
      <Line label={t`Clicks in what is left`}>
        <Count of={Number(microsFromAmount(campaign.budgetRemaining) / costMicros)} />
      </Line>
      <Line label={t`Begins`}>{isLower ? t`In ${NOTICE_HOURS} hours` : t`At once`}</Line>
    </Lines>
  );
}
