import type { OwnCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { formatCount, plural, t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { rich } from "../language/rich";
import { ownCampaignsQuery, ownDaysQuery } from "../queries/campaigns";
import { useUser } from "../session/session";
import { ButtonLink } from "../ui/button";
import { Cover } from "../ui/campaigns";
import { Count, Money } from "../ui/figures";
import { compareSums, formatLastDay, validShare } from "../ui/format";
import { Empty, PageHeading, Spinner } from "../ui/layout";
import { SearchBox } from "../ui/search-box";
import { CampaignStanding } from "./campaign-status";
import { matchesName } from "./cards";

export type CampaignsView = { search?: string };

type CampaignsProps = { view: CampaignsView; onChange: (view: CampaignsView) => void };

/** The developer's campaigns, or a hint for visitors who are not signed in. */
export function CampaignsOverview(props: CampaignsProps) {
  const user = useUser();
  return (
    <>
      <PageHeading
        title={t`Campaigns Page`}
        lead={
          <>
            {t`The campaigns that you have launched.`}{" "}
            <a href="/campaigns" className="whitespace-nowrap">{t`View all campaigns`}</a>
          </>
        }
      >
        <ButtonLink to="/app/campaigns/create" variant="primary">
          {t`Create Campaign`}
        </ButtonLink>
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
  const found = campaigns.filter((campaign) => matchesName(campaign, search));
  return (
    <>
      <h2 className="sr-only">{t`Campaigns`}</h2>
      <div className="mb-6">
        <SearchBox
          label={t`Search your campaigns`}
          initial={search}
          onSearch={(text) => onChange(text ? { search: text } : {})}
        />
      </div>
      {found.length === 0 ? (
        <p role="status" className="py-12 text-center text-soft">
          {t`No campaign of yours matches.`}
        </p>
      ) : (
        <table className="ledger" aria-label={t`Campaigns`}>
          <thead>
            <tr>
              {[t`Campaign`, t`Spend`, t`Valid`, t`Days left`, t`Last 7 days`].map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.map((campaign) => (
              <CampaignRow
                key={campaign._id}
                campaign={campaign}
                valid={days?.campaigns.find(({ _id }) => _id === campaign._id)?.valid}
              />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

type CampaignRowProps = {
  campaign: OwnCampaignResponse;
  /** Valid clicks per day, oldest first; undefined without any. */
  valid: number[] | undefined;
};

function CampaignRow({ campaign, valid }: CampaignRowProps) {
  const { _id: campaignId, name, cover, spend, budget, clicks, endDate } = campaign;
  return (
    <tr className="max-sm:grid-cols-[1fr_auto_auto]!">
      <th scope="row" className="max-sm:col-span-3">
        <span className="flex items-center gap-4">
          <span className="w-24 shrink-0">
            <Cover cover={cover} sizes="6rem" />
          </span>
          <span className="min-w-0 space-y-1">
            <Link
              to="/app/campaigns/$campaignId"
              params={{ campaignId }}
              className="block break-words font-bold text-lg leading-tight"
            >
              {name}
            </Link>
            <CampaignStanding campaign={campaign} />
          </span>
        </span>
      </th>
      <Fact label={t`Spend`}>
        <span>
          {rich`${<Money dollars={spend} rounded />} of ${<Money dollars={budget} rounded />}`}
        </span>
      </Fact>
      <Fact label={t`Valid`}>
        <span className="font-figures tabular-nums">{validShare(clicks)}</span>
      </Fact>
      <Fact label={t`Days left`}>
        <span title={formatLastDay(endDate)} className="font-figures tabular-nums">
          {daysLeft(endDate, new Date())}
        </span>
      </Fact>
      <Fact label={t`Last 7 days`} wide>
        {valid ? <Trend counts={valid} /> : "–"}
      </Fact>
    </tr>
  );
}

type FactProps = { label: string; wide?: boolean; children: ReactNode };

/** A figure of a campaign: a cell, which names itself on phones. */
function Fact({ label, wide = false, children }: FactProps) {
  return (
    <td
      data-label={label}
      className={wide ? "" : "whitespace-nowrap max-sm:col-auto! max-sm:flex-col max-sm:gap-0!"}
    >
      {children}
    </td>
  );
}

const DAY_MS = 86_400_000;

/** The days until a campaign ends, today included; nothing if it has ended. */
export function daysLeft(endDate: string, now: Date): string {
  const days = Math.ceil((Date.parse(endDate) - now.getTime()) / DAY_MS);
  return days > 0 ? formatCount(days) : "–";
}

const WEEK = 7;

/** Valid clicks of the last week, drawn with the week before and compared with it. */
export function Trend({ counts }: { counts: number[] }) {
  const sum = (part: number[]) => part.reduce((total, count) => total + count, 0);
  const now = sum(counts.slice(-WEEK));
  const change = compareSums(now, sum(counts.slice(-2 * WEEK, -WEEK)));
  return (
    <span className="flex items-center gap-3">
      <SparkLine
        counts={counts}
        label={t`${plural(sum(counts), "# valid click", "# valid clicks")} in ${plural(counts.length, "# day", "# days")}`}
      />
      <span className="whitespace-nowrap">
        <Count of={now} /> <span className="text-soft text-sm">{change}</span>
      </span>
    </span>
  );
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
      className="block h-8 w-24 shrink-0"
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
