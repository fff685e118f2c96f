import { dollarsFromMicros, microsFromDollars } from "@fairclick/core/amounts";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { addBudgetSchema } from "@fairclick/core/campaigns/campaign-input";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { errorMessage } from "../api/answer";
import { useRequestIds } from "../api/use-request-ids";
import { rich } from "../language/rich";
import { walletQuery } from "../queries/money";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/fields";
import { Count, Line, Lines, Money } from "../ui/figures";
import { Form } from "../ui/form";
import { microsFromAmount } from "../ui/format";
import { plainDollars } from "../ui/typed-dollars";
import { useCampaignChanges } from "./campaign-changes";

type AddBudgetDialogProps = { campaign: CampaignResponse; onClose: () => void };

export function AddBudgetDialog({ campaign, onClose }: AddBudgetDialogProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const { addBudget } = useCampaignChanges(campaign._id);
  const requests = useRequestIds();

  function add() {
    const parsed = addBudgetSchema.safeParse({ amount: plainDollars(text) });
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    const dollars = dollarsFromMicros(parsed.data.amount);
    addBudget.mutate(
      { amount: dollars, requestId: requests.getId(dollars) },
      {
        onSuccess: onClose,
        onError: (failure) => {
          requests.forgetAfterRefusal(dollars, failure);
          setError(errorMessage(failure, t`Failed to add to the budget`));
        },
      },
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Add Budget`}
      description={t`The amount moves from your wallet to this campaign. Whatever valid clicks do not use is returned to your wallet.`}
    >
      <Form onSubmit={add}>
        <TextField
          label={t`Amount`}
          inputMode="decimal"
          placeholder="0.00"
          hint={t`Dollars.`}
          error={error}
          className="font-figures"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Purchase text={text} campaign={campaign} />
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          disabled={text.trim() === "" || addBudget.isPending}
        >
          {addBudget.isPending ? t`Adding...` : t`Add Budget`}
        </Button>
      </Form>
    </Dialog>
  );
}

/** What the typed amount buys, compared with the wallet. */
function Purchase({ text, campaign }: { text: string; campaign: CampaignResponse }) {
  const { data: wallet } = useQuery(walletQuery);
  const micros = microsFromDollars(plainDollars(text)) ?? 0n;
  const costMicros =
    microsFromAmount(campaign.payoutPerClick) + microsFromAmount(campaign.feePerClick);
  const missing = wallet ? micros - microsFromAmount(wallet.walletBalance) : 0n;
  const addFunds = (
    <Link to="/app/payments" search={{ dialog: "add-funds" }}>
      {t`Add funds`}
    </Link>
  );
  return (
    <div>
      <Lines>
        <Line label={t`Clicks it pays for`}>
          <Count of={Number(micros / costMicros)} />
        </Line>
        <Line label={t`Fairclick's fee per valid click`}>
          <Money dollars={campaign.feePerClick} />
        </Line>
        <Line label={t`Budget afterwards`}>
          <Money dollars={dollarsFromMicros(microsFromAmount(campaign.budget) + micros)} />
        </Line>
        {wallet ? (
          <Line label={t`In your wallet`}>
            <Money dollars={wallet.walletBalance} />
          </Line>
        ) : null}
      </Lines>
      {missing > 0n ? (
        <p className="mt-3 text-sm">
          {rich`Your wallet lacks ${<Money dollars={dollarsFromMicros(missing)} />}. ${addFunds} first.`}
        </p>
      ) : null}
    </div>
  );
}
