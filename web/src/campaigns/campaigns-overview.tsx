import type { OwnCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { plural, t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { ownCampaignsQuery, ownDaysQuery } from "../queries/own-campaigns";
import { useUser } from "../session/session";
import { ButtonLink } from "../ui/button";
import { JudgedUpTo, oldestMoment } from "../ui/judged-up-to";
import { Empty, PageHeading, Spinner } from "../ui/layout";
import { SearchBox } from "../ui/search-box";
import { matchesName } from "./market-filters";
import { OwnCampaignCard } from "./own-campaign-card";

/** An unknown `sort` sorts by newest first. */
export type CampaignsView = { search?: string; sort?: string };

type CampaignsProps = { view: CampaignsView; onChange: (view: CampaignsView) => void };

/** The developer's campaigns, or a hint for visitors who are not signed in. */
export function CampaignsOverview(props: CampaignsProps) {
  const user = useUser();
  return (
    <>
      <PageHeading title={t`Campaigns Page`} lead={t`The campaigns that you have launched.`}>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/campaigns">{t`View all campaigns`}</ButtonLink>
          <ButtonLink to="/app/campaigns/create" variant="primary">
            {t`Create Campaign`}
          </ButtonLink>
        </div>
      </PageHeading>
      {user ? (
        <OwnCampaigns {...props} />
      ) : (
        <Empty title={t`Your campaigns appear here once you are signed in.`} />
      )}
    </>
  );
}

function OwnCampaigns({ view, onChange }: CampaignsProps) {
  const { data: campaigns = [], isPending } = useQuery(ownCampaignsQuery);
  const { data: days } = useQuery(ownDaysQuery);
  if (isPending) return <Spinner label={t`Loading campaigns`} />;
  if (campaigns.length === 0) {
    return (
      <Empty title={t`You don't have any campaigns yet.`}>
        {t`Start one to begin tracking performance.`}
      </Empty>
    );
  }
  const { search = "" } = view;
  const sorting = parseSorting(view.sort);
  const found = campaigns.filter((campaign) => matchesName(campaign, search));
  return (
    <>
      <h2 className="sr-only">{t`Campaigns`}</h2>
      <Finding view={view} onChange={onChange} />
      {found.length === 0 ? (
        <p role="status" className="py-12 text-center text-soft">
          {t`No campaign of yours matches.`}
        </p>
      ) : (
        <div className="mb-3 sm:text-right">
          <JudgedUpTo at={oldestMoment(found)} />
        </div>
      )}
      <ul className="grid gap-6 md:grid-cols-2">
        {sortCampaigns(found, { sorting, now: new Date() }).map((campaign) => (
          <li key={campaign._id}>
            <OwnCampaignCard campaign={campaign}>
              {days ? <Spark days={days} id={campaign._id} /> : null}
            </OwnCampaignCard>
          </li>
        ))}
      </ul>
    </>
  );
}

function Finding({ view, onChange }: CampaignsProps) {
  const { search = "" } = view;
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
      <SearchBox
        label={t`Search your campaigns`}
        initial={search}
        onSearch={(text) => {
          const { search: _before, ...others } = view;
          onChange(text ? { ...others, search: text } : others);
        }}
      />
      <select
        aria-label={t`Sort by`}
        value={parseSorting(view.sort)}
        onChange={(event) => onChange({ ...view, sort: event.currentTarget.value })}
        className="min-h-11 rounded-md border-2 border-edge bg-paper px-3"
      >
        {sortings.map((each) => (
          <option key={each} value={each}>
            {sortingNames[each]}
          </option>
        ))}
      </select>
    </div>
  );
}

type SparkProps = {
  days: { days: string[]; campaigns: { _id: string; valid: number[] }[] };
  id: string;
};

/** Draws valid clicks per day; renders nothing without any. */
function Spark({ days, id }: SparkProps) {
  const counts = days.campaigns.find(({ _id }) => _id === id)?.valid;
  if (!counts) return null;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const clicks = plural(total, "# valid click", "# valid clicks");
  const words = t`${clicks} in ${plural(counts.length, "# day", "# days")}`;
  return (
    <div className="mt-4">
      <SparkLine counts={counts} label={words} />
      <p className="text-soft text-sm">{words}</p>
    </div>
  );
}

export const sortings = ["newest", "spend", "clicks", "end", "name"] as const;
export type Sorting = (typeof sortings)[number];

/** Returns the sorting named in an address; newest first if it names none or an unknown one. */
function parseSorting(text: unknown): Sorting {
  return sortings.find((each) => each === text) ?? "newest";
}

const sortingNames: Record<Sorting, string> = {
  newest: t`Newest first`,
  spend: t`Most spent`,
  clicks: t`Most clicks`,
  end: t`Ends soonest`,
  name: t`By name`,
};

type Campaign = Pick<OwnCampaignResponse, "name" | "spend" | "totalClicks" | "endDate">;

/** Sorts campaigns, which the server lists newest first. Sorted by end, campaigns that are over come last. */
export function sortCampaigns<Item extends Campaign>(
  campaigns: readonly Item[],
  { sorting, now }: { sorting: Sorting; now: Date },
): Item[] {
  const untilEnd = ({ endDate }: Item) => {
    const ms = Date.parse(endDate) - now.getTime();
    return ms > 0 ? ms : Number.MAX_SAFE_INTEGER;
  };
  switch (sorting) {
    case "newest":
      return [...campaigns];
    case "spend":
      return campaigns.toSorted((a, b) => b.spend - a.spend);
    case "clicks":
      return campaigns.toSorted((a, b) => b.totalClicks - a.totalClicks);
    case "end":
      return campaigns.toSorted((a, b) => untilEnd(a) - untilEnd(b));
    case "name":
      return campaigns.toSorted((a, b) => a.name.localeCompare(b.name));
  }
}

const HEIGHT = 32;
const PADDING = 2;

/** A small line of counts, oldest first. `label` says in words what it shows. */
function SparkLine({ counts, label }: { counts: number[]; label: string }) {
  const most = Math.max(1, ...counts);
  const points = counts.map((count, place) => {
    const y = HEIGHT - PADDING - (count / most) * (HEIGHT - 2 * PADDING);
    return `${place},${y.toFixed(1)}`;
  });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(1, counts.length - 1)} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-8 w-full"
    >
      <polyline
        points={points.join(" ")}
        fill="none"
        className="stroke-valid"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
