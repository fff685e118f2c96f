import type { OwnCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { plural, t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { rich } from "../language/rich";
import { usePolicyNumbers } from "../policy/facts";
import { ownCampaignsQuery, ownDaysQuery } from "../queries/campaigns";
import { walletQuery } from "../queries/money";
import { ButtonLink } from "../ui/button";
import { Cover } from "../ui/campaigns";
import { CountLine, Line, Lines, Money, ProgressBar, Receipt, TextLine } from "../ui/figures";
import { formatLastDay } from "../ui/format";
import { JudgedUpTo } from "../ui/judged-up-to";
import { BelowFold, Empty, PageHeading, Spinner } from "../ui/layout";
import { CampaignStanding, clickThroughRate, percentUsed } from "./campaign-status";
import { daysLeft, Trend } from "./campaigns-overview";
import { DeveloperStart } from "./developer-start";

export function DeveloperHub() {
  const { data: [first] = [] } = useQuery(ownCampaignsQuery);
  return (
    <>
      <PageHeading title={t`Developer Hub`}>
        <ButtonLink to="/app/campaigns/create" variant={isUnpaid(first) ? "secondary" : "primary"}>
          {t`Create Campaign`}
        </ButtonLink>
      </PageHeading>
      <DeveloperStart />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[2fr_1fr]">
        <CampaignAnalytics />
        <div>
          <BelowFold>
            <Wallet />
            <Fold title={t`Quick Tips`}>
              <ul className="mb-3 list-disc space-y-1 pl-5">
                <li>{t`Set competitive payouts to attract top creators`}</li>
                <li>{t`Target specific creator communities`}</li>
              </ul>
              <a href="/campaigns">{t`View all campaigns`}</a>
            </Fold>
            <Fold title={t`Bot Detection`}>
              <BotRules />
            </Fold>
          </BelowFold>
        </div>
      </div>
    </>
  );
}

const isUnpaid = (of?: OwnCampaignResponse) => of?.status === "AWAITING_FUNDS";

function CampaignAnalytics() {
  const { data: campaigns = [], isPending } = useQuery(ownCampaignsQuery);
  const [first] = campaigns;
  return (
    <section aria-labelledby="analytics" className="min-w-0">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="analytics" className="text-xl">
          {t`Campaign Analytics`}
        </h2>
        {campaigns.length > 1 ? (
          <Link to="/app/campaigns">
            {plural(campaigns.length, "View # campaign", "View all # campaigns")}
          </Link>
        ) : null}
      </div>
      {isPending ? <Spinner label={t`Loading campaigns`} /> : null}
      {first ? <FirstCampaign campaign={first} /> : null}
      {isPending || first ? null : (
        <Empty title={t`You don't have any campaigns yet.`}>
          {t`Start one to begin tracking performance.`}
        </Empty>
      )}
    </section>
  );
}

/** Summary of a campaign: its budget, its figures, and its valid clicks day by day. */
function FirstCampaign({ campaign }: { campaign: OwnCampaignResponse }) {
  const titleId = useId();
  const { data: days } = useQuery(ownDaysQuery);
  const valid = days?.campaigns.find(({ _id }) => _id === campaign._id)?.valid;
  return (
    <Receipt>
      <article aria-labelledby={titleId} className="gap-6 sm:flex">
        <div className="shrink-0 max-sm:mb-4 sm:w-2/5">
          <Cover cover={campaign.cover} sizes="(min-width: 640px) 18rem, 90vw" />
        </div>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <h3 id={titleId} className="min-w-0 break-words text-lg">
              {campaign.name}
            </h3>
            <CampaignStanding campaign={campaign} />
          </div>
          <div className="my-4">
            <div className="mb-1.5 flex flex-wrap justify-between gap-x-4">
              <span>{t`Budget used`}</span>
              <span>
                {rich`${<Money dollars={campaign.budgetUsed} rounded />} of ${<Money dollars={campaign.budget} rounded />}`}
              </span>
            </div>
            <ProgressBar
              percent={percentUsed(campaign)}
              label={t`Budget used by ${campaign.name}`}
            />
          </div>
          <Lines>
            <CountLine label={t`Clicks`} count={campaign.totalClicks} />
            <Line label={t`CTR`}>{clickThroughRate(campaign)}</Line>
            <TextLine label={t`End Date`}>{formatLastDay(campaign.endDate)}</TextLine>
            <Line label={t`Days left`}>{daysLeft(campaign.endDate, new Date())}</Line>
            {valid ? (
              <Line label={t`Last 7 days`}>
                <Trend counts={valid} />
              </Line>
            ) : null}
          </Lines>
          <div className="space-y-2 pt-5">
            <ButtonLink
              to="/app/campaigns/$campaignId"
              params={{ campaignId: campaign._id }}
              aria-describedby={titleId}
              variant={isUnpaid(campaign) ? "primary" : "secondary"}
            >
              {isUnpaid(campaign) ? t`Pay now` : t`Manage`}
            </ButtonLink>
            <JudgedUpTo at={campaign.judgedUpTo} />
          </div>
        </div>
      </article>
    </Receipt>
  );
}

function Wallet() {
  const { data } = useQuery(walletQuery);
  return (
    <section
      aria-labelledby="wallet"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-y-2 border-dashed py-3"
    >
      <div>
        <h2 id="wallet" className="text-base">
          {t`My Wallet`}
        </h2>
        <p className="font-bold text-xl">
          <Money dollars={data?.walletBalance ?? 0} />
        </p>
      </div>
      <ButtonLink to="/app/payments">{t`Fund Wallet`}</ButtonLink>
    </section>
  );
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-rule border-b-2 border-dashed">
      <summary className="min-h-11 py-2.5">
        <h2 className="inline text-base">{title}</h2>
      </summary>
      <div className="pb-4 text-sm">{children}</div>
    </details>
  );
}

/** The bot rules, with the server's numbers. */
function BotRules() {
  const { burstClicks, windowSeconds } = usePolicyNumbers();
  return (
    <ul className="list-disc space-y-2 pl-5">
      <li>
        {t`Each click's IP address and user agent are logged to filter known bots and data-centre traffic`}
      </li>
      <li>
        {t`${burstClicks} or more clicks from one IP within ${windowSeconds} seconds are flagged and invalidated`}
      </li>
      <li>{t`Proxy and VPN traffic is checked`}</li>
    </ul>
  );
}
