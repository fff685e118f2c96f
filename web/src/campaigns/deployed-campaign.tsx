import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { rich } from "../language/rich";
import { campaignQuery } from "../queries/campaigns";
import { ButtonLink } from "../ui/button";
import { campaignAddress } from "../ui/campaigns";
import { ShareButton } from "../ui/copy-button";
import { Money, Receipt } from "../ui/figures";
import { CampaignStanding } from "./campaign-status";
import { PayAndLaunch } from "./pay-and-launch";

/** The campaign that was deployed just now, with what comes next. Shows nothing of another's campaign. */
export function DeployedCampaign({ id }: { id: string }) {
  const { data: campaign } = useQuery(campaignQuery(id));
  if (!campaign) return null;
  const [title, next] = texts[campaign.status] ?? [t`Your campaign`, ""];
  return (
    <section aria-labelledby="deployed" className="mb-8">
      <Receipt>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h2 id="deployed" className="min-w-0 break-words text-xl">
            {title}
          </h2>
          <CampaignStanding campaign={campaign} isNew />
        </div>
        <p className="my-4">
          {rich`${<span className="break-words">{campaign.name}</span>}: ${<Money dollars={campaign.payoutPerClick} />} per click, ${<Money dollars={campaign.budget} />} budget.`}{" "}
          {next}
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
          <ButtonLink to="/app/developer-hub">{t`Back to Developer Hub`}</ButtonLink>
        </div>
      </Receipt>
    </section>
  );
}

const isShareable = ({ status }: CampaignResponse) => status === "ACTIVE" || status === "SCHEDULED";

/** The title, and what comes next. */
const texts: Partial<Record<CampaignResponse["status"], [string, string]>> = {
  AWAITING_FUNDS: [t`Your campaign is saved`, t`It goes on by itself when your payment arrives.`],
  IN_REVIEW: [
    t`Your campaign waits for review`,
    t`The budget is reserved. We tell you when creators can join.`,
  ],
  ACTIVE: [t`Your campaign is live`, t`Creators can join it now.`],
  SCHEDULED: [
    t`Your campaign is ready`,
    t`Creators can join it now. Clicks are paid from its start date.`,
  ],
};
