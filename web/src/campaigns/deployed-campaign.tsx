import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { rich } from "../language/rich";
import { campaignQuery } from "../queries/campaigns";
import { Button, ButtonLink } from "../ui/button";
import { campaignAddress } from "../ui/campaigns";
import { ShareButton } from "../ui/copy-button";
import { Money, Receipt } from "../ui/figures";
import { CampaignStanding } from "./campaign-status";
import { PayAndLaunch } from "./pay-and-launch";

type DeployedCampaignProps = { id: string; onClose: () => void };

/** The campaign that was deployed just now, with what comes next. Shows nothing of another's campaign. */
export function DeployedCampaign({ id, onClose }: DeployedCampaignProps) {
  const { data: campaign } = useQuery(campaignQuery(id));
  if (!campaign) return null;
  return (
    <section aria-labelledby="deployed" className="mb-8">
      <Receipt>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h2 id="deployed" className="min-w-0 break-words text-xl">
            {statusTitle(campaign)}
          </h2>
          <CampaignStanding campaign={campaign} isNew />
        </div>
        <p className="my-4">
          {rich`${<span className="break-words">{campaign.name}</span>}: ${<Money dollars={campaign.payoutPerClick} />} per click, ${<Money dollars={campaign.budget} />} budget.`}{" "}
          {statusNextStep(campaign)}
        </p>
        <div className="flex flex-wrap gap-3">
          {campaign.status === "AWAITING_FUNDS" ? <PayAndLaunch campaign={campaign} /> : null}
          <ButtonLink to="/app/campaigns/$campaignId" params={{ campaignId: id }}>
            {t`Open`}
          </ButtonLink>
          {isShareable(campaign) ? (
            <ShareButton
              link={campaignAddress(id)}
              title={campaign.name}
              label={t`Share with creators`}
            />
          ) : null}
          <Button onClick={onClose}>{t`Close`}</Button>
        </div>
      </Receipt>
    </section>
  );
}

const isShareable = ({ status }: CampaignResponse) => status === "ACTIVE" || status === "SCHEDULED";

function statusTitle({ status }: CampaignResponse): string {
  switch (status) {
    case "AWAITING_FUNDS":
      return t`Your campaign is saved`;
    case "IN_REVIEW":
      return t`Your campaign waits for review`;
    case "ACTIVE":
      return t`Your campaign is live`;
    case "SCHEDULED":
      return t`Your campaign is ready`;
    default:
      return t`Your campaign`;
  }
}

function statusNextStep({ status }: CampaignResponse): string {
  switch (status) {
    case "AWAITING_FUNDS":
      return t`It goes on by itself when your payment arrives.`;
    case "IN_REVIEW":
      return t`The budget is reserved. We tell you when creators can join.`;
    case "ACTIVE":
      return t`Creators can join it now.`;
    case "SCHEDULED":
      return t`Creators can join it now. Clicks are paid from its start date.`;
    default:
      return "";
  }
}
