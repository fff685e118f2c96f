import type { JoinedCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useId } from "react";
import { rich } from "../language/rich";
import { joinedQuery } from "../queries/campaigns";
import { ButtonLink } from "../ui/button";
import { NextPrice } from "../ui/campaigns";
import { ClickLines } from "../ui/clicks";
import { CopyLink, LinkText } from "../ui/copy-button";
import { isLinkOver, LinkNotice } from "../ui/link-notice";
import { SearchBox } from "../ui/search-box";
import { BigMoney, CampaignCard, CampaignGrid, matchesName } from "./cards";

type JoinedCampaignsProps = {
  search?: string | undefined;
  onSearch: (text: string) => void;
  onDetails: (id: string) => void;
};

/** With more campaigns, a search is shown. */
const FEW = 6;

export function JoinedCampaigns({ search = "", onSearch, onDetails }: JoinedCampaignsProps) {
  const { data: joined } = useSuspenseQuery(joinedQuery);
  return (
    <>
      {joined.length > FEW || search ? (
        <div className="mb-4">
          <SearchBox label={t`Search campaigns`} initial={search} onSearch={onSearch} />
        </div>
      ) : null}
      <CampaignGrid
        items={joined
          .filter((campaign) => matchesName(campaign, search))
          .toSorted((a, b) => Number(isLinkOver(a)) - Number(isLinkOver(b)))}
        emptyTitle={
          search
            ? t`None of your campaigns is called “${search}”.`
            : t`You have not joined a campaign yet.`
        }
        emptyNote={
          search
            ? null
            : t`Campaigns that you join appear here, each with its link and its receipt.`
        }
        emptyAction={
          search ? null : (
            <ButtonLink to="/app/creator-hub" variant="primary">
              {t`Find a campaign`}
            </ButtonLink>
          )
        }
        render={(campaign) => (
          <JoinedCard
            key={campaign._id}
            campaign={campaign}
            onDetails={() => onDetails(campaign._id)}
          />
        )}
      />
    </>
  );
}

type JoinedCardProps = { campaign: JoinedCampaignResponse; onDetails: () => void };

function JoinedCard({ campaign, onDetails }: JoinedCardProps) {
  const titleId = useId();
  return (
    <CampaignCard
      campaign={campaign}
      onDetails={onDetails}
      titleId={titleId}
      aside={isLinkOver(campaign) && rich`${<BigMoney dollars={campaign.earnings} />} earned`}
      action={() => (
        <ButtonLink
          to="/app/links/$campaignId"
          params={{ campaignId: campaign._id }}
          aria-describedby={titleId}
        >
          {t`See Clicks`}
        </ButtonLink>
      )}
    >
      <LinkNotice campaign={campaign} />
      <NextPrice campaign={campaign} />
      {isLinkOver(campaign) ? null : (
        <div className="flex items-stretch gap-2">
          <LinkText link={campaign.shortLink} name={campaign.name} />
          <span className="shrink-0">
            <CopyLink link={campaign.shortLink} describedBy={titleId} />
          </span>
        </div>
      )}
      <div className="mt-4">
        <ClickLines
          clicks={campaign.clicks}
          payoutPerClick={campaign.payoutPerClick}
          total={{ label: t`Earned`, dollars: campaign.earnings }}
        />
      </div>
    </CampaignCard>
  );
}
