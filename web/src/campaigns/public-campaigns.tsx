import type { ListedCampaign } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue } from "react";
import { joinedQuery, type MarketView, publicCampaignsQuery } from "../queries/campaigns";
import { campaignQuery } from "../queries/own-campaigns";
import { useLoadedInfiniteQuery, useLoadedQuery } from "../queries/use-loaded-query";
import { useUser } from "../session/session";
import { PublicPage } from "../shell/public-page";
import { Button, ButtonLink, buttonClass } from "../ui/button";
import { ShareButton } from "../ui/buttons";
import { campaignAddress, statusLabels } from "../ui/campaigns";
import { Cover } from "../ui/cover";
import { Receipt } from "../ui/figures";
import { JudgedUpTo, oldestMoment } from "../ui/judged-up-to";
import { Empty, PageHeading, Part } from "../ui/layout";
import { SearchBox } from "../ui/search-box";
import { CampaignCard, CampaignGrid, CampaignOffer } from "./cards";
import { JoinTerms } from "./join-terms";
import { MarketFilters, matchesName } from "./market-filters";
import { CampaignStanding } from "./own-campaign-card";
import { removeRepeats } from "./remove-repeats";

type PublicCampaignsProps = { view: MarketView; onChange: (view: MarketView) => void };

/** Every live campaign, for visitors with or without an account. */
export function PublicCampaigns({ view, onChange }: PublicCampaignsProps) {
  const { search = "", ...filters } = view;
  return (
    <>
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
    </>
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

/** The public page of a campaign: what it pays, and how to join it. */
export function PublicCampaign({ id }: { id: string }) {
  return (
    <PublicPage>
      <Part loading={t`Loading campaign`} failure={t`This campaign could not be loaded.`}>
        <Campaign id={id} />
      </Part>
    </PublicPage>
  );
}

function Campaign({ id }: { id: string }) {
  const { data: campaign } = useLoadedQuery(campaignQuery(id));
  // Hides the texts of campaigns that no operator has approved yet, or that were stopped.
  if (campaign.status === "IN_REVIEW" || campaign.status === "DISABLED") {
    return (
      <>
        <PageHeading title={t`Campaign`} />
        <Empty
          title={t`This campaign is not open.`}
          action={<ButtonLink to="/campaigns">{t`All campaigns`}</ButtonLink>}
        >
          {statusLabels[campaign.status]}
        </Empty>
      </>
    );
  }
  const { createdBy } = campaign;
  return (
    <>
      <PageHeading
        title={campaign.name}
        lead={t`Promote ${campaign.gameTitle} by ${createdBy.displayName || createdBy.username} and get paid per valid click.`}
      >
        <ShareButton link={campaignAddress(id)} title={campaign.name} />
      </PageHeading>
      <div className="grid items-start gap-8 md:grid-cols-2">
        <Receipt>
          <Cover cover={campaign.cover} sizes="(min-width: 768px) 32rem, 90vw" className="mb-4" />
          <CampaignStanding campaign={campaign} />
          <div className="my-4">
            <CampaignOffer campaign={campaign} />
            <JoinTerms campaign={campaign} />
          </div>
          <div className="flex flex-wrap gap-2">
            <JoinLinks campaign={campaign} />
          </div>
        </Receipt>
        <div className="min-w-0 space-y-6">
          <Text title={t`The game`}>{campaign.description}</Text>
          <Text title={t`What to show`}>{campaign.conversionTips}</Text>
          <Text title={t`Target audience`}>{campaign.targetAudience}</Text>
          {campaign.hashtags.length > 0 ? (
            <Text title={t`Hashtags`}>{campaign.hashtags.join(" ")}</Text>
          ) : null}
        </div>
      </div>
    </>
  );
}

function JoinLinks({ campaign: { _id: id, status } }: { campaign: ListedCampaign }) {
  const user = useUser();
  const { data: joined = [] } = useQuery({ ...joinedQuery, enabled: user !== null });
  if (joined.some(({ _id }) => _id === id)) {
    return (
      <ButtonLink to="/app/links/$campaignId" params={{ campaignId: id }} variant="primary">
        {t`See your link`}
      </ButtonLink>
    );
  }
  if (status !== "ACTIVE" && status !== "SCHEDULED") {
    return <p>{t`Creators cannot join now: ${statusLabels[status]}.`}</p>;
  }
  if (user) {
    return (
      <ButtonLink to="/app/creator-hub" search={{ campaign: id }} variant="primary">
        {t`Join campaign`}
      </ButtonLink>
    );
  }
  const next = `/app/creator-hub?campaign=${id}`;
  return (
    <>
      <ButtonLink to="/register" search={{ role: "creator", next }} variant="primary">
        {t`Sign up and join`}
      </ButtonLink>
      <ButtonLink to="/login" search={{ next }}>
        {t`Log In`}
      </ButtonLink>
    </>
  );
}

function Text({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1 font-semibold text-lg">{title}</h2>
      <p className="whitespace-pre-line break-words">{children}</p>
    </section>
  );
}
