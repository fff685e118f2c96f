import { dollarsFromMicros, microsFromDollars } from "@fairclick/core/amounts";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../api/answer";
import { useRequestIds } from "../api/use-request-ids";
import { walletQuery } from "../queries/money";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Form, TextField } from "../ui/fields";
import { CountLine, Lines, MoneyLine } from "../ui/figures";
import { clicksFor, microsFromAmount, plainDollars } from "../ui/format";
import { findFormErrors } from "../ui/use-form";
import { useCampaignChanges } from "./campaign-changes";
import { missingCents, nameDollars, useCampaignPayment } from "./pay-and-launch";

type AddBudgetDialogProps = { campaign: CampaignResponse; onClose: () => void };

export function AddBudgetDialog({ campaign, onClose }: AddBudgetDialogProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const { addBudget } = useCampaignChanges(campaign._id);
  const requests = useRequestIds();
  const { data: wallet } = useQuery(walletQuery);
  const pay = useCampaignPayment();
  const isBusy = addBudget.isPending || pay.isPending || pay.isSuccess;
  const typed = dollarsFromMicros(microsFromDollars(plainDollars(text)) ?? 0n);
  const cents = wallet ? missingCents(typed, wallet.walletBalance) : 0;
  const act = cents === 0 ? t`Add Budget` : t`Pay $${nameDollars(cents)} and add`;

  async function add() {
    const { amount } = await findFormErrors("budget", { amount: plainDollars(text) });
    if (amount !== undefined) return setError(amount);
    if (cents > 0) {
      return pay.mutate({ amount: cents, campaignId: campaign._id, addedBudget: typed });
    }
    addBudget.mutate(
      { amount: typed, requestId: requests.getId(typed) },
      {
        onSuccess: onClose,
        onError: (failure) => {
          requests.forgetAfterRefusal(typed, failure);
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
      description={t`Your wallet pays first; what it lacks, you pay by card. Whatever valid clicks do not use is returned to your wallet.`}
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
        <Purchase dollars={typed} campaign={campaign} wallet={wallet?.walletBalance} />
        {cents > 0 ? (
          <p className="text-sm">
            {t`Your wallet lacks $${nameDollars(cents)}. The budget is raised by itself when your payment arrives.`}
          </p>
        ) : null}
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          disabled={text.trim() === "" || isBusy}
        >
          {isBusy ? (cents === 0 ? t`Adding...` : t`Processing...`) : act}
        </Button>
      </Form>
    </Dialog>
  );
}

type PurchaseProps = { dollars: number; campaign: CampaignResponse; wallet: number | undefined };

/** What the typed amount buys, and what is in the wallet. */
function Purchase({ dollars, campaign, wallet }: PurchaseProps) {
  const micros = microsFromAmount(dollars);
  return (
    <Lines>
      <CountLine label={t`Clicks it pays for`} count={clicksFor(dollars, campaign)} />
      {campaign.feePerClick > 0 ? (
        <MoneyLine label={t`Fairclick's fee per valid click`} dollars={campaign.feePerClick} />
      ) : null}
      <MoneyLine
        label={t`Budget afterwards`}
        dollars={dollarsFromMicros(microsFromAmount(campaign.budget) + micros)}
      />
      {wallet === undefined ? null : <MoneyLine label={t`In your wallet`} dollars={wallet} />}
    </Lines>
  );
}
