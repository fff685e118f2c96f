import { dollarsFromMicros } from "@fairclick/core/amounts";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Lines, Money, MoneyLine, Total } from "../ui/figures";
import { microsFromAmount } from "../ui/format";
import { useCampaignChanges } from "./campaign-changes";

type EndCampaignDialogProps = {
  campaign: CampaignResponse;
  stats: CampaignStatsResponse;
  onClose: () => void;
};

/** Asks for confirmation and shows what is returned, because ending cannot be undone. */
export function EndCampaignDialog({ campaign, stats, onClose }: EndCampaignDialogProps) {
  const { end } = useCampaignChanges(campaign._id);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`End this campaign?`}
      description={t`It cannot be restarted.`}
      footer={
        <>
          <Button onClick={onClose}>{t`Keep it`}</Button>
          <Button
            className="border-refused! bg-refused! text-paper!"
            disabled={end.isPending}
            onClick={() => end.mutate(undefined, { onSettled: onClose })}
          >
            {end.isPending ? t`Ending...` : t`End Campaign`}
          </Button>
        </>
      }
    >
      {campaign.status === "AWAITING_FUNDS" ? (
        <p>{t`Nothing was reserved for it, so nothing is returned.`}</p>
      ) : (
        <>
          <p className="mb-4">
            {t`New clicks stop paying now. Those already made are judged and paid; then, usually within a few minutes, the rest comes back to your wallet.`}
          </p>
          <Lines>
            <MoneyLine label={t`Left of the budget`} dollars={stats.budgetRemaining} />
            <MoneyLine label={t`Pending clicks, at most`} dollars={-stats.pending} />
            {stats.held > 0 ? (
              <MoneyLine label={t`Held clicks, at most`} dollars={-stats.held} />
            ) : null}
          </Lines>
          <dl>
            <Total label={t`Back in your wallet, at least`}>
              <Money dollars={minimumRefund(stats)} />
            </Total>
          </dl>
          <p className="mt-3 text-sm text-soft">
            {t`From your wallet, what you paid by card can go back to it, less what Stripe took for that payment: usually 2.9% and 30 cents.`}
          </p>
          {stats.held > 0 ? (
            <p className="mt-3 text-sm text-soft">
              {t`An operator reviews held clicks within a week. Their budget is returned after that.`}
            </p>
          ) : null}
        </>
      )}
    </Dialog>
  );
}

type Left = Pick<CampaignStatsResponse, "budgetRemaining" | "pending" | "held">;

/** Least amount that an ended campaign returns: every pending and held click is assumed valid. */
export function minimumRefund({ budgetRemaining, pending, held }: Left): number {
  const waiting = microsFromAmount(pending) + microsFromAmount(held);
  const rest = microsFromAmount(budgetRemaining) - waiting;
  return dollarsFromMicros(rest > 0n ? rest : 0n);
}
