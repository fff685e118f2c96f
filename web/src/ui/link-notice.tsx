import type { JoinedCampaignResponse } from "@fairclick/core/campaigns/campaign";
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
  if (campaign.status === "ACTIVE") return null;
  return (
    <p className="mb-3 border-2 border-held border-dashed px-3 py-2 font-medium text-sm">
      {t`${statusLabels[campaign.status]}: clicks are not paid at the moment.`}
    </p>
  );
}
