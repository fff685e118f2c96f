import type { JoinedCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { describeUnpaid } from "@fairclick/core/campaigns/prices";
import { t } from "@fairclick/core/language/t";
import { statusLabels } from "./status-labels";

/** Explains why clicks on a link are not counted or paid at the moment. */
export function LinkNotice({ campaign }: { campaign: JoinedCampaignResponse }) {
  if (campaign.linkDisabled) {
    return (
      <p className="mb-3 border-2 border-refused px-3 py-2 font-medium text-sm">
        {t`This link has been disabled. Clicks on it are not counted.`}
      </p>
    );
  }
  const why = whyUnpaid(campaign);
  if (why === null) return null;
  return (
    <p className="mb-3 border-2 border-held border-dashed px-3 py-2 font-medium text-sm">{why}</p>
  );
}

function whyUnpaid({ status, reachedLimit }: JoinedCampaignResponse): string | null {
  switch (status) {
    case "ACTIVE":
      return reachedLimit && describeUnpaidLink(describeUnpaid(reachedLimit));
    case "PAUSED":
      return describeUnpaidLink(describeUnpaid("paused"));
    case "EXHAUSTED":
      return describeUnpaidLink(describeUnpaid("exhausted"));
    case "ENDED":
      return describeUnpaidLink(t`The campaign has ended.`);
    default:
      return t`${statusLabels[status]}: clicks are not paid at the moment.`;
  }
}

function describeUnpaidLink(why: string): string {
  return `${why} ${t`Visitors can still reach the game through your link, but their clicks are not paid.`}`;
}
