import type { OwnCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { isOver } from "@fairclick/core/campaigns/status";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { ownCampaignsQuery } from "../queries/campaigns";
import { ButtonLink } from "../ui/button";
import { campaignAddress } from "../ui/campaigns";
import { ShareButton } from "../ui/copy-button";
import { PayAndLaunch } from "./pay-and-launch";
import { StartGuide, type StartStep } from "./start-guide";

/** The guide from the first campaign to its first paid click. */
export function DeveloperStart() {
  const { data: campaigns } = useQuery(ownCampaignsQuery);
  if (!campaigns) return null;
  const wasPaid = campaigns.some(({ clicks }) => clicks.valid > 0);
  // After a campaign that ended without a paid click, it leads to the next one.
  const shown = wasPaid ? campaigns : campaigns.filter(({ status }) => !isOver(status));
  const title = t`Bring players to your game`;
  return <StartGuide guide="developer" title={title} steps={listSteps(shown)} />;
}

function listSteps(campaigns: OwnCampaignResponse[]): StartStep[] {
  const waiting = campaigns.find(({ status }) => status === "AWAITING_FUNDS");
  const launched = campaigns.find(({ status }) => status !== "AWAITING_FUNDS");
  return [
    {
      word: t`Describe`,
      title: t`Describe your game`,
      isDone: campaigns.length > 0,
      hint: t`Three short steps: the game, what a click pays, when it runs.`,
    },
    {
      word: t`Pay`,
      title: t`Pay for its clicks`,
      isDone: launched !== undefined,
      hint: t`Your budget is reserved before the first click. What is not used comes back to your wallet.`,
      action: waiting ? <PayAndLaunch campaign={waiting} /> : null,
    },
    {
      word: t`Share`,
      title: t`Share it with creators`,
      isDone: campaigns.some(({ totalClicks }) => totalClicks > 0),
      hint: t`Creators find it in the Creator Hub. Send its address to those you know.`,
      action: launched ? (
        <ShareButton
          link={campaignAddress(launched._id)}
          title={launched.name}
          label={t`Share with creators`}
        />
      ) : null,
    },
    {
      word: t`First click`,
      title: t`See your first valid click`,
      isDone: campaigns.some(({ clicks }) => clicks.valid > 0),
      hint: t`Each click is judged before it costs anything. The page of your campaign shows every verdict with its reason.`,
      action: launched ? (
        <ButtonLink to="/app/campaigns/$campaignId" params={{ campaignId: launched._id }}>
          {t`Open campaign`}
        </ButtonLink>
      ) : null,
    },
  ];
}
