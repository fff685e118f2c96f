import type { CampaignResponse } from "@fairclick/core/campaigns/campaign-schema";
import { useDeferredValue } from "react";
import { publicCampaignsQuery } from "../../queries/campaigns";
import { useLoadedInfiniteQuery } from "../../queries/use-loaded-query";
import { Button, ButtonLink, buttonClass } from "../../ui/button";
import { PageHeading } from "../../ui/page-heading";
import { Part } from "../../ui/part";
import { SearchBox } from "../../ui/search-box";
import { BudgetLines } from "./budget-lines";
import { CampaignCard } from "./campaign-card";
import { CampaignGrid } from "./campaign-grid";
import { CampaignStanding } from "./campaign-status-mark";
import { matchesName } from "./matches-name";

type PublicCampaignsProps = { search: string; onSearch: (text: string) => void };

/** Every live campaign, for visitors with or without an account. */
export function PublicCampaigns({ search, onSearch }: PublicCampaignsProps) {
  return (
    <>
      <PageHeading title="All campaigns" lead="Every campaign that pays for clicks at the moment.">
        <SearchBox label="Search campaigns" initial={search} onSearch={onSearch} />
      </PageHeading>
      <Part loading="Loading campaigns" failure="The campaigns could not be loaded.">
        <FoundCampaigns search={search} />
      </Part>
    </>
  );
}

function FoundCampaigns({ search }: { search: string }) {
  // While a new search loads, the campaigns found before stay.
  const all = useLoadedInfiniteQuery(publicCampaignsQuery(useDeferredValue(search)));
  return (
    <>
      <CampaignGrid
        items={all.data.pages
          .flatMap((page) => page.data)
          .filter((campaign) => matchesName(campaign, search))}
        emptyNote={search ? `No campaign is called “${search}”.` : null}
        render={(campaign) => <PublicCard key={campaign._id} campaign={campaign} />}
      />
      {all.hasNextPage ? (
        <div className="mt-8 text-center">
          <Button disabled={all.isFetchingNextPage} onClick={() => void all.fetchNextPage()}>
            {all.isFetchingNextPage ? "Loading..." : "Show more campaigns"}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function PublicCard({ campaign }: { campaign: CampaignResponse }) {
  return (
    <CampaignCard
      campaign={campaign}
      action={(titleId) => (
        <>
          <ButtonLink
            to="/app/creator-hub"
            search={{ campaign: campaign._id }}
            aria-describedby={titleId}
          >
            View campaign
          </ButtonLink>
          <a
            href={`/report/${campaign._id}`}
            rel="nofollow"
            aria-describedby={titleId}
            className={buttonClass("quiet")}
          >
            Report
          </a>
        </>
      )}
    >
      <CampaignStanding campaign={campaign} />
      <div className="mt-4">
        <BudgetLines campaign={campaign} />
      </div>
    </CampaignCard>
  );
}
