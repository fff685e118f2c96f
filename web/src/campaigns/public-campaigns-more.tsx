import type { ListedCampaign } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useDeferredValue } from "react";
import { type MarketView, publicCampaignsQuery } from "../queries/campaigns";
import { useLoadedInfiniteQuery } from "../queries/use-loaded-query";
import { PublicPage } from "../shell/public-page";
import { Button, ButtonLink, buttonClass } from "../ui/button";
import { JudgedUpTo, oldestMoment } from "../ui/judged-up-to";
import { PageHeading, Part } from "../ui/layout";
import { SearchBox } from "../ui/search-box";
import { CampaignStanding } from "./campaign-status-mark";
import { CampaignCard, CampaignGrid, CampaignOffer } from "./cards";
import { MarketFilters, matchesName } from "./market-filters";
import { removeRepeats } from "./remove-repeats";

type PublicCampaignsProps = { view: MarketView; onChange: (view: MarketView) => void };

/** Every live campaign, for visitors with or without an account. */
export function PublicCampaigns({ view, onChange }: PublicCampaignsProps) {
  const { search = "", ...filters } = view;
  return (
    <PublicPage>
      <PageHeading
        title={t`All campaigns`}
        lead={t`Every campaign that pays for clicks at the moment.`}
      >
        <SearchBox
          label={t`Search campaigns`}
          initial={search}
          onSearch={(text) => onChange({ ...(text ? { search: text } : {}), ...filters })}
        />
      </PageHeading>
      <MarketFilters view={view} onChange={onChange} isSignedIn={false} />
      <Part loading={t`Loading campaigns`} failure={t`The campaigns could not be loaded.`}>
        <FoundCampaigns view={view} />
      </Part>
    </PublicPage>
  );
}

function FoundCampaigns({ view }: { view: MarketView }) {
  const { search = "" } = view;
  // While a new search loads, the campaigns found before stay.
  const all = useLoadedInfiniteQuery(publicCampaignsQuery(useDeferredValue(view)));
  const found = removeRepeats(all.data.pages.flatMap((page) => page.data)).filter((campaign) =>
    matchesName(campaign, search),
  );
  return (
    <>
      {found.length > 0 ? (
        <div className="mb-3 sm:text-right">
          <JudgedUpTo at={oldestMoment(found)} />
        </div>
      ) : null}
      <CampaignGrid
        items={found}
        emptyNote={search ? t`No campaign is called “${search}”.` : null}
        render={(campaign) => <PublicCard key={campaign._id} campaign={campaign} />}
      />
      {all.hasNextPage ? (
        <div className="mt-8 text-center">
          <Button disabled={all.isFetchingNextPage} onClick={() => void all.fetchNextPage()}>
            {all.isFetchingNextPage ? t`Loading...` : t`Show more campaigns`}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function PublicCard({ campaign }: { campaign: ListedCampaign }) {
  return (
    <CampaignCard
      campaign={campaign}
      action={(titleId) => (
        <>
          <ButtonLink
            to="/campaigns/$campaignId"
            params={{ campaignId: campaign._id }}
            aria-describedby={titleId}
          >
            {t`View campaign`}
          </ButtonLink>
          <a
            href={`/report/${campaign._id}`}
            rel="nofollow"
            aria-describedby={titleId}
            className={buttonClass("quiet")}
          >
            {t`Report`}
          </a>
        </>
      )}
    >
      <CampaignStanding campaign={campaign} />
      <div className="mt-4">
        <CampaignOffer campaign={campaign} />
      </div>
    </CampaignCard>
  );
}
