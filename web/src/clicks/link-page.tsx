import type { JoinedCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { rich } from "../language/rich";
import { joinedQuery } from "../queries/campaigns";
import { linkConversionsQuery, linkSeriesQuery, linkStatsQuery } from "../queries/clicks";
import type { Period, Range } from "../queries/series-window";
import { ButtonLink } from "../ui/button";
import { Cover, NextPrice } from "../ui/campaigns";
import { ClickLines } from "../ui/clicks";
import { ClicksOverTime } from "../ui/clicks-over-time";
import { CopyLink, DISCLOSURE, LinkText, ShareButton } from "../ui/copy-button";
import { Count, Line, Lines, Money, Stamp, StatStrip } from "../ui/figures";
import { percent, thousandfold } from "../ui/format";
import { JudgedUpTo } from "../ui/judged-up-to";
import { BelowFold, Card, Empty, PageHeading, Part } from "../ui/layout";
import { lazyPart } from "../ui/lazy-part";
import { LimitsNote } from "../ui/limits-note";
import { isLinkOver, LinkNotice } from "../ui/link-notice";
import { Reviews } from "../ui/reviews";
import { conversionStats, OverTime, RetentionLines } from "./conversions";
import { LinkClicks, Refusals } from "./link-clicks";
import { ClickOrigins } from "./origins";

type LinkPageProps = {
  campaignId: string;
  range: Range;
  onRange: (range: Range) => void;
};

/** A creator's link: ways to share it, its clicks and what they earned. */
export function LinkPage({ campaignId, range, onRange }: LinkPageProps) {
  const { data: joined } = useSuspenseQuery(joinedQuery);
  const campaign = joined.find(({ _id }) => _id === campaignId);
  if (!campaign) {
    return (
      <Empty
        title={t`You have no link for this campaign.`}
        action={<ButtonLink to="/app/creator-hub">{t`Creator Hub`}</ButtonLink>}
      >
        {t`Join it first. Its link and its clicks then appear here.`}
      </Empty>
    );
  }
  const period = { range, begin: campaign.joinedAt };
  return (
    <>
      <p className="mb-2">
        <Link to="/app/creator-hub" search={{ tab: "mine" }}>
          {t`My Campaigns`}
        </Link>
        {" · "}
        <Link to="/app/cases">{t`Your cases`}</Link>
      </p>
      <LinkHeading campaign={campaign} />
      <LinkNotice campaign={campaign} />
      <NextPrice campaign={campaign} />
      <LimitsNote limits={campaign.limits} />
      <LinkReview campaignId={campaignId} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
        <div className="grid grid-cols-1 gap-6">
          <Today campaign={campaign} />
          <LinkReceipt campaign={campaign} />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <BelowFold>
            <LinkClicks key={campaignId} campaignId={campaignId} />
            <Refusals campaignId={campaignId} />
          </BelowFold>
        </div>
      </div>
      <BelowFold>
        <div className="mt-4">
          <Fold title={t`Clicks over time`}>
            <ClicksOverTime
              range={range}
              onRange={onRange}
              query={linkSeriesQuery(campaignId, period)}
            />
          </Fold>
          <Fold title={t`Where clicks came from`}>
            <ClickOrigins scope={{ campaignId, of: "link" }} period={period} />
          </Fold>
          <Fold title={t`Players and conversions`}>
            <div className="grid grid-cols-1 gap-6">
              <LinkInsight campaignId={campaignId} period={period} />
            </div>
          </Fold>
        </div>
      </BelowFold>
    </>
  );
}

/** The game's cover and name, and what it pays. */
function LinkHeading({ campaign }: { campaign: JoinedCampaignResponse }) {
  const { name, cover, payoutPerClick, gameUrl } = campaign;
  return (
    <div className="flex items-start gap-4">
      <div className="mt-1 w-24 shrink-0 sm:w-44">
        <Cover cover={cover} sizes="(min-width: 640px) 11rem, 6rem" />
      </div>
      <PageHeading
        title={name}
        lead={
          <>
            {isLinkOver(campaign)
              ? null
              : rich`${<Money dollars={thousandfold(payoutPerClick)} />} per 1,000 valid clicks.`}{" "}
            <a href={gameUrl} target="_blank" rel="noopener noreferrer">
              {t`Play the game`}
            </a>{" "}
            <span className="text-sm">{t`(a visit of your own does not pay)`}</span>
          </>
        }
      />
    </div>
  );
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [isOpened, setOpened] = useState(false);
  return (
    <details
      className="border-rule border-b-2 border-dashed"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary className="min-h-11 py-2.5 font-semibold">{title}</summary>
      {isOpened ? <div className="pt-2 pb-6">{children}</div> : null}
    </details>
  );
}

/** What the link earned today, and the ways to share it. */
function Today({ campaign }: { campaign: JoinedCampaignResponse }) {
  const { _id: campaignId, joinedAt, name, shortLink } = campaign;
  const period = { range: "7d", begin: joinedAt } as const;
  const { data: series } = useQuery(linkSeriesQuery(campaignId, period));
  const [today, yesterday] = (series?.points ?? []).slice(-2).reverse();
  return (
    <Card title={t`Earned today`}>
      <FirstPayment />
      <p className="font-bold text-3xl">
        <span className="marked">{series ? <Money dollars={today?.spend ?? 0} /> : "…"}</span>
      </p>
      <p className="mt-1 text-soft">
        {yesterday ? rich`Yesterday ${<Money dollars={yesterday.spend} />}` : null}
      </p>
      {isLinkOver(campaign) ? null : (
        <>
          <div className="mt-3 space-y-2">
            <p className="text-sm">{t`Mark your posts with it as ads: #ad.`}</p>
            <LinkText link={shortLink} name={name} />
            <div className="flex flex-wrap gap-3">
              <CopyLink link={shortLink} />
              <ShareButton link={shortLink} title={name} text={DISCLOSURE} />
            </div>
          </div>
          <div className="mt-3">
            <Fold title={t`More ways to share`}>
              <MoreWays campaign={campaign} />
            </Fold>
          </div>
        </>
      )}
    </Card>
  );
}

/** Celebrates the creator's first paid click, once: when it is paid before their eyes. */
function FirstPayment() {
  const { data: joined } = useSuspenseQuery(joinedQuery);
  const paid = joined.reduce((sum, { clicks }) => sum + clicks.valid, 0);
  const [before] = useState(paid);
  return (
    <div role="status">
      {before === 0 && paid > 0 ? (
        <p className="first-paid mb-4 flex flex-wrap items-center gap-3 font-bold text-lg">
          <Stamp verdict="valid" />
          {t`Your first click was paid.`}
        </p>
      ) : null}
    </div>
  );
}

const LinkQr = lazyPart(async () => (await import("../ui/link-qr")).LinkQr);

const NamedLinks = lazyPart(async () => (await import("./named-links")).NamedLinks);

/** A line that discloses the pay, QR code, full address, named links and banner. */
function MoreWays({ campaign }: { campaign: JoinedCampaignResponse }) {
  const { name, redirectLink, shortLink } = campaign;
  return (
    <div className="space-y-5">
      <CopyLink
        link={`${DISCLOSURE} ${shortLink}`}
        label={t`Copy with #ad`}
        copied={t`Link and disclosure copied.`}
        variant="secondary"
      />
      <div className="min-h-40">
        <Suspense fallback={null}>
          <LinkQr link={shortLink} />
        </Suspense>
      </div>
      <div className="space-y-2">
        <LinkText link={redirectLink} name={t`${name}, full address`} />
        <CopyLink link={redirectLink} label={t`Copy full address`} variant="secondary" />
      </div>
      <Fold title={t`Named links for each place`}>
        <Part loading={t`Loading names`} failure={t`The names could not be loaded.`}>
          <NamedLinks campaignId={campaign._id} title={name} />
        </Part>
      </Fold>
      <Fold title={t`Banner for your own page`}>
        <pre className="mb-2 whitespace-pre-wrap break-all border-2 border-rule bg-bar p-3 font-figures text-sm">
          <code>{embedSnippet(campaign)}</code>
        </pre>
        <CopyLink
          link={embedSnippet(campaign)}
          label={t`Copy HTML`}
          copied={t`HTML copied.`}
          variant="secondary"
        />
      </Fold>
    </div>
  );
}

type Linked = Pick<JoinedCampaignResponse, "_id" | "name" | "redirectLink">;

/** HTML of a banner for the creator's own page. Loading it counts as an impression. */
export function embedSnippet({ _id, name, redirectLink }: Linked): string {
  const { origin, search } = new URL(redirectLink);
  const banner = `${origin}/api/impressions/${_id}.svg${search}`;
  return `<a href="${attribute(redirectLink)}"><img src="${attribute(banner)}" alt="${attribute(name)}"></a>`;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

function LinkReceipt({ campaign }: { campaign: JoinedCampaignResponse }) {
  const { data: stats } = useQuery(linkStatsQuery(campaign._id));
  return (
    <Card title={t`Receipt`}>
      <ClickLines
        clicks={stats?.clicks ?? campaign.clicks}
        payoutPerClick={campaign.payoutPerClick}
        total={{ label: t`Earned`, dollars: stats?.earnings ?? campaign.earnings }}
      />
      <Lines className="mt-2 text-soft">
        <Line label={t`Pending, if all of it is valid`}>
          {stats ? <Money dollars={stats.pending} /> : "…"}
        </Line>
      </Lines>
      <div className="mt-auto space-y-2 pt-4">
        <JudgedUpTo at={stats?.judgedUpTo} />
        <Link to="/app/earnings" className="text-sm">
          {t`Your earnings, and when they are paid`}
        </Link>
      </div>
    </Card>
  );
}

/** The review of the link's clicks; nothing if there is none. */
function LinkReview({ campaignId }: { campaignId: string }) {
  const { data: stats } = useQuery(linkStatsQuery(campaignId));
  return <Reviews reviews={stats?.review ? [stats.review] : []} />;
}

/** Impressions, conversions and retention of a creator's link. */
function LinkInsight({ campaignId, period }: { campaignId: string; period: Period }) {
  const { data } = useQuery(linkConversionsQuery(campaignId));
  const { data: series } = useQuery(linkSeriesQuery(campaignId, period));
  if (!data) return null;
  return (
    <>
      <StatStrip
        stats={[
          {
            label: t`Impressions`,
            value: <Count of={data.impressions} />,
            note: t`loads of your banner`,
          },
          { label: t`CTR`, value: percent(data.ctr), note: t`clicks per impression` },
          ...conversionStats(data),
        ]}
      />
      {data.retention.some(({ arrived }) => arrived > 0) ? (
        <Card title={t`Retention`}>
          <RetentionLines retention={data.retention} retentionTier={data.retentionTier} />
        </Card>
      ) : null}
      {series ? <OverTime series={series} /> : null}
    </>
  );
}
