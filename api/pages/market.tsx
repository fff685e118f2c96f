/** @jsxImportSource hono/jsx */
import { describeWanted } from "@fairclick/core/accounts/creator-content";
import { nameAudience } from "@fairclick/core/campaigns/audience";
import { lastMoment } from "@fairclick/core/campaigns/estimates";
import { genreName, genres } from "@fairclick/core/campaigns/genres";
import { describeJoinRule } from "@fairclick/core/campaigns/joining";
import { describePaysFor } from "@fairclick/core/campaigns/pays-for";
import { type CampaignStatus, isJoinable, statusName } from "@fairclick/core/campaigns/status";
import { formatUtcDay, t } from "@fairclick/core/language/t";
import type { FC, PropsWithChildren } from "hono/jsx";
import {
  ButtonLink,
  buttonClass,
  Cover,
  Empty,
  Frame,
  Line,
  Lines,
  Mark,
  Money,
  PageHeading,
  type PageView,
  Price,
  publicLink,
  Receipt,
  TextLine,
} from "./frame";
import type { Listed } from "./landing";

/** What a visitor looks for. */
export type MarketView = {
  search?: string | undefined;
  genre?: string | undefined;
  sort?: string | undefined;
};

type MarketProps = {
  view: PageView;
  wanted: MarketView;
  games: readonly Listed[];
  next: string | null;
};

/** Every campaign that pays, for visitors with or without an account. The filters are a plain form. */
export const Market: FC<MarketProps> = ({ view, wanted, games, next }) => (
  <Frame view={view}>
    <PageHeading
      title={t`All campaigns`}
      lead={t`Every campaign that pays for clicks at the moment.`}
    />
    <Filters view={view} wanted={wanted} />
    {games.length === 0 ? (
      <Empty title={t`No campaigns available at the moment. Check back later!`}>
        {wanted.search ? (
          <p class="mt-1 break-words text-soft">{t`No campaign is called “${wanted.search}”.`}</p>
        ) : null}
      </Empty>
    ) : (
      <>
        <h2 class="sr-only">{t`Campaigns`}</h2>
        <ul class="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {games.map((game, index) => (
            <Card view={view} game={game} place={index} />
          ))}
        </ul>
      </>
    )}
    {next === null ? null : (
      <p class="mt-8 text-center">
        <ButtonLink href={marketLink(view, { ...wanted, cursor: next })}>
          {t`Show more campaigns`}
        </ButtonLink>
      </p>
    )}
  </Frame>
);

function marketLink(view: PageView, wanted: MarketView & { cursor?: string }): string {
  const given = Object.entries(wanted).flatMap(([name, value]) =>
    value ? [[name, value] as [string, string]] : [],
  );
  const query = new URLSearchParams(given).toString();
  return publicLink(view, "/campaigns") + (query && `?${query}`);
}

const Filters: FC<{ view: PageView; wanted: MarketView }> = ({ view, wanted }) => (
  <search>
    <form
      method="get"
      action={publicLink(view, "/campaigns")}
      class="mb-6 grid grid-cols-[minmax(0,1fr)] gap-2 sm:flex sm:flex-wrap"
    >
      <span class="flex min-w-0 gap-2">
        <input
          type="search"
          name="search"
          value={wanted.search ?? ""}
          maxlength={120}
          aria-label={t`Search campaigns`}
          placeholder={t`Search campaigns`}
          class="min-h-11 min-w-0 flex-1 rounded-md border-2 border-edge bg-paper px-3 sm:w-72"
        />
        <button type="submit" class={buttonClass()}>{t`Show`}</button>
      </span>
      <span class="flex min-w-0 gap-2">
        <select
          name="genre"
          aria-label={t`Genre`}
          data-submits
          class="chip min-h-11 min-w-0 flex-1 max-sm:px-2"
        >
          <option value="">{t`All genres`}</option>
          {genres.map((genre) => (
            <option value={genre} selected={genre === wanted.genre}>
              {genreName(genre)}
            </option>
          ))}
        </select>
        <select name="sort" aria-label={t`Order`} data-submits class="chip min-h-11 min-w-0 flex-1">
          <option value="">{t`Newest first`}</option>
          <option value="price" selected={wanted.sort === "price"}>{t`Highest price first`}</option>
          <option value="budget" selected={wanted.sort === "budget"}>{t`Most budget first`}</option>
        </select>
      </span>
    </form>
  </search>
);

const Card: FC<{ view: PageView; game: Listed; place: number }> = ({ view, game, place }) => {
  const titleId = `campaign-${game._id}`;
  return (
    <li class={place < 3 ? undefined : "below-fold"}>
      <Receipt class="h-full">
        <article aria-labelledby={titleId} class="flex h-full flex-col">
          <Cover
            cover={game.cover}
            sizes="(min-width: 1024px) 20rem, (min-width: 640px) 45vw, 90vw"
            class="mb-4"
            first={place === 0}
          />
          <h3 id={titleId} class="break-words text-lg">
            {game.name}
          </h3>
          <p class="mt-2 text-lg">
            <Price payoutMicros={game.payoutPerClick} />
          </p>
          <Lines class="mt-2 text-sm">
            <Line label={t`Budget left`}>
              <Money micros={game.budgetRemaining} rounded />
            </Line>
            {game.gameGenres.length > 0 ? (
              <TextLine label={t`Genres`}>{game.gameGenres.map(genreName).join(", ")}</TextLine>
            ) : null}
          </Lines>
          <div class="mt-auto flex flex-wrap gap-2 pt-4">
            <ButtonLink href={publicLink(view, `/campaigns/${game._id}`)}>
              {t`View campaign`}
              <span class="sr-only">: {game.name}</span>
            </ButtonLink>
          </div>
        </article>
      </Receipt>
    </li>
  );
};

/** Statuses in which a page shows what strangers typed: nothing that waits for review or was stopped. */
const shown: readonly CampaignStatus[] = ["ACTIVE", "SCHEDULED", "EXHAUSTED", "ENDED"];

export function isShown(status: CampaignStatus): boolean {
  return shown.includes(status);
}

/** The public page of a campaign: what it pays, the game, and how to join. */
export const Campaign: FC<{ view: PageView; campaign: Listed }> = ({ view, campaign }) => {
  if (!isShown(campaign.status)) {
    return (
      <Frame view={view}>
        <PageHeading title={t`This campaign is not open.`} lead={statusName(campaign.status)} />
        <SeeOthers view={view} />
      </Frame>
    );
  }
  const { name, gameTitle, createdBy } = campaign;
  return (
    <Frame view={view}>
      <div class="grid items-start gap-x-10 gap-y-6 md:grid-cols-2">
        <Cover cover={campaign.cover} sizes="(min-width: 768px) 34rem, 92vw" first />
        <div class="min-w-0">
          <h1 class="break-words text-3xl">{name}</h1>
          {isJoinable(campaign.status) ? (
            <>
              <p class="mt-1 break-words text-soft">
                {t`Promote ${gameTitle} by ${createdBy.displayName || createdBy.username} and get paid per valid click.`}
              </p>
              <p class="mt-3 text-xl">
                <Price payoutMicros={campaign.payoutPerClick} />
              </p>
            </>
          ) : null}
          <div class="mt-5 flex flex-wrap gap-2">
            <JoinLinks view={view} campaign={campaign} />
            <ButtonLink
              href={campaign.gameUrl}
              rel="noopener noreferrer nofollow ugc"
              target="_blank"
            >
              {t`Play the game`}
            </ButtonLink>
          </div>
          <Offer campaign={campaign} />
        </div>
        <div class="below-fold grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 md:col-span-2 md:grid-cols-2">
          <Text title={t`The game`}>{campaign.description}</Text>
          <Text title={t`What to show`}>{campaign.conversionTips}</Text>
          <Text title={t`Target audience`}>{campaign.targetAudience}</Text>
          <Text title={t`Hashtags`}>{campaign.hashtags.join(" ")}</Text>
          <p class="md:col-span-2">
            <a href={`/report/${campaign._id}`} rel="nofollow">{t`Report this campaign`}</a>
          </p>
        </div>
      </div>
    </Frame>
  );
};

type JoinLinksProps = { view: PageView; campaign: Listed };

const JoinLinks: FC<JoinLinksProps> = ({ view, campaign: { _id: id, status } }) => {
  if (!isJoinable(status)) {
    return (
      <>
        <p class="w-full">{t`Creators cannot join now: ${statusName(status)}.`}</p>
        <SeeOthers view={view} />
      </>
    );
  }
  const hub = `/app/creator-hub?campaign=${id}`;
  const next = encodeURIComponent(hub);
  return (
    <>
      <span class="in-data-signed-in:hidden">
        <ButtonLink href={`/register?role=creator&next=${next}`} variant="primary">
          {t`Sign up and join`}
        </ButtonLink>
      </span>
      <span class="in-data-signed-in:inline hidden">
        <ButtonLink href={hub} variant="primary">
          {t`Join campaign`}
        </ButtonLink>
      </span>
    </>
  );
};

/** What decides whether to join. What is not known yet is left out. */
const Offer: FC<{ campaign: Listed }> = ({ campaign }) => {
  const { standing, wanted, whoMayJoin, paysFor } = campaign;
  const audience = nameAudience(campaign.audience);
  const terms = [
    describeWanted(wanted) && t`Wants creators of: ${describeWanted(wanted) ?? ""}`,
    describeJoinRule(whoMayJoin),
    paysFor === "players" && describePaysFor(paysFor).meaning,
  ];
  return (
    <Receipt class="mt-6">
      <Lines class="text-sm">
        {campaign.status === "ACTIVE" ? (
          <TextLine label={t`Status`}>
            <Mark tone="valid">{t`LIVE`}</Mark>
          </TextLine>
        ) : (
          <TextLine label={t`Status`}>{statusName(campaign.status)}</TextLine>
        )}
        <Line label={t`Budget left`}>
          <Money micros={campaign.budgetRemaining} rounded />
        </Line>
        <TextLine label={t`Ends`}>{formatUtcDay(lastMoment(campaign.endDate))} (UTC)</TextLine>
        {standing.paid > 0n ? (
          <Line label={t`Paid out so far`}>
            <Money micros={standing.paid} rounded />
          </Line>
        ) : null}
        {standing.countedPercent === null ? null : (
          <Line label={t`Clicks that counted`}>{standing.countedPercent}%</Line>
        )}
        <TextLine label={t`Pays for`}>{describePaysFor(paysFor).name}</TextLine>
        {audience === null ? null : <TextLine label={t`Audience`}>{audience}</TextLine>}
      </Lines>
      {terms.map((term) => (term ? <p class="mt-3 text-soft text-sm">{term}</p> : null))}
    </Receipt>
  );
};

const Text: FC<PropsWithChildren<{ title: string }>> = ({ title, children }) =>
  children ? (
    <section>
      <h2 class="mb-1 font-semibold text-lg">{title}</h2>
      <p class="max-w-prose whitespace-pre-line break-words">{children}</p>
    </section>
  ) : null;

/** The page of an address below `/campaigns` that has none. */
export const NoCampaign: FC<{ view: PageView }> = ({ view }) => (
  <Frame view={view}>
    <PageHeading
      title={t`There is no campaign here`}
      lead={t`The address is not complete, or the campaign is gone.`}
    />
    <SeeOthers view={view} />
  </Frame>
);

export const Unavailable: FC<{ view: PageView }> = ({ view }) => (
  <Frame view={view}>
    <PageHeading
      title={t`This page could not be loaded.`}
      lead={t`Please try again in a minute.`}
    />
    <ButtonLink href={publicLink(view, view.path)} variant="primary">{t`Try again`}</ButtonLink>
  </Frame>
);

const SeeOthers: FC<{ view: PageView }> = ({ view }) => (
  <ButtonLink href={publicLink(view, "/campaigns")} variant="primary">
    {t`See open campaigns`}
  </ButtonLink>
);
