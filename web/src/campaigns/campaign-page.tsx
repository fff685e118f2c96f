import { describeWanted } from "@fairclick/core/accounts/creator-content";
import { dollarsFromMicros } from "@fairclick/core/amounts";
import { describeAudience } from "@fairclick/core/campaigns/audience";
import type { CampaignResponse, ListedCampaign } from "@fairclick/core/campaigns/campaign";
import { describeBudgetLasts } from "@fairclick/core/campaigns/estimates";
import { isOver } from "@fairclick/core/campaigns/status";
import { categoryName } from "@fairclick/core/clicks/category-names";
import type { Verdict } from "@fairclick/core/clicks/signal";
import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { rich } from "../language/rich";
import { campaignQuery } from "../queries/campaigns";
import { campaignSeriesQuery, campaignStatsQuery } from "../queries/clicks";
import { parseRange } from "../queries/series-window";
import { Button, ButtonLink } from "../ui/button";
import { NextPrice } from "../ui/campaigns";
import { PaidClicks } from "../ui/clicks";
import { ClicksOverTime } from "../ui/clicks-over-time";
import {
  Count,
  CountLine,
  Line,
  Lines,
  Money,
  MoneyLine,
  Receipt,
  Stamp,
  Total,
} from "../ui/figures";
import { clicksFor, formatDay, formatLastDay, microsFromAmount, validShare } from "../ui/format";
import { JudgedUpTo } from "../ui/judged-up-to";
import { BelowFold, Card, PageHeading, Spinner } from "../ui/layout";
import { lazyPart } from "../ui/lazy-part";
import { LimitsNote } from "../ui/limits-note";
import { Tabs } from "../ui/tabs";
import { CampaignMenu } from "./campaign-menu";
import { CampaignStanding, clickThroughRate, PauseButton, StopNotice } from "./campaign-status";
import { PayAndLaunch } from "./pay-and-launch";

const sections = ["overview", "creators", "clicks", "conversions"] as const;
type Section = (typeof sections)[number];

/** State of the page in its address. Unknown names mean the overview, the default range, and no dialog. */
export type CampaignPageView = {
  section?: string;
  range?: string;
  dialog?: string;
  /** The filter of the list of clicks; undefined while the list is closed. */
  clicks?: string;
};

type CampaignPageProps = {
  id: string;
  view: CampaignPageView;
  onChange: (view: CampaignPageView) => void;
  /** Content of the sections that belong to other features. */
  clicks: ReactNode;
  conversions: ReactNode;
};

export function CampaignPage({ id, view, onChange, ...content }: CampaignPageProps) {
  const { data: campaign } = useSuspenseQuery(campaignQuery(id));
  const { data: stats } = useSuspenseQuery(campaignStatsQuery(id));
  const { name, startDate, endDate, payoutPerClick } = campaign;
  const section = findSection(view);
  const { dialog, ...closed } = view;
  const { clicks: _clicks, section: _section, ...common } = closed;
  const open = (name: "add-budget" | "end") => onChange({ ...closed, dialog: name });
  const range = parseRange(view.range);
  const paysFor = describeAudience(campaign.audience);
  const wanted = describeWanted(campaign.wanted);
  return (
    <>
      {/* On a phone, the bar below leads there. */}
      <p className="mb-2 max-sm:hidden">
        <Link to="/app/campaigns">{t`All your campaigns`}</Link>
      </p>
      <PageHeading
        title={name}
        lead={rich`${<Money dollars={payoutPerClick} />} per click, ${<Day text={formatDay(startDate)} />} to ${<Day text={formatLastDay(endDate)} />}`}
      >
        <div className="flex items-center gap-4 max-sm:w-full">
          <img
            src={campaign.cover.image}
            alt=""
            width={128}
            height={72}
            className="aspect-video w-20 rounded-sm border-2 border-edge object-cover sm:w-32"
          />
          <CampaignStanding campaign={campaign} />
          <span className="ml-auto">
            <CampaignMenu campaign={campaign} stopped={stats.stopped} onEnd={() => open("end")} />
          </span>
        </div>
      </PageHeading>
      <StopNotice stopped={stats.stopped} pendingGameUrl={stats.pendingGameUrl} />
      <Receipt className="mb-6">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <BudgetLeft campaign={campaign} stats={stats} />
          <CampaignActions
            campaign={campaign}
            stopped={stats.stopped}
            onAddBudget={() => open("add-budget")}
          />
        </div>
        <div className="mt-4 space-y-1 text-sm text-soft empty:hidden">
          {/* The creators' figures have a time of their own. */}
          {section === "creators" ? null : <JudgedUpTo at={stats.judgedUpTo} />}
          {campaign.status === "PAUSED" && stats.stopped?.by !== "report" ? (
            <p>{t`Visitors still reach your game, but their clicks are not paid.`}</p>
          ) : null}
          {paysFor === null ? null : <p>{paysFor}</p>}
          {wanted === null ? null : <p>{t`Wants creators of: ${wanted}`}</p>}
        </div>
      </Receipt>
      <LimitsNote limits={campaign.limits} />
      <NextPrice campaign={campaign} />
      <Tabs<Section>
        label={t`Sections of this campaign`}
        current={section}
        onChange={(section) => onChange(section === "overview" ? common : { ...common, section })}
        tabs={[
          {
            name: "overview",
            label: t`Overview`,
            content: () => (
              <div className="grid grid-cols-1 gap-6">
                <ClicksOverTime
                  range={range}
                  onRange={(next) => onChange({ ...closed, range: next })}
                  query={campaignSeriesQuery(id, { range, begin: startDate })}
                />
                <BelowFold>
                  <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
                    <CampaignReceipt campaign={campaign} stats={stats} />
                    {stats.clicks.total > 0 ? <VerdictReceipt stats={stats} /> : null}
                  </div>
                </BelowFold>
              </div>
            ),
          },
          {
            name: "creators",
            label: t`Creators`,
            content: () => (
              <Suspense fallback={<Spinner label={t`Loading links`} />}>
                <CampaignCreators campaign={campaign} />
              </Suspense>
            ),
          },
          { name: "clicks", label: t`Clicks`, content: () => content.clicks },
          { name: "conversions", label: t`Conversions`, content: () => content.conversions },
        ]}
      />
      <Suspense fallback={null}>
        {dialog === "add-budget" ? (
          <AddBudgetDialog campaign={campaign} onClose={() => onChange(closed)} />
        ) : null}
        {dialog === "end" ? (
          <EndCampaignDialog campaign={campaign} stats={stats} onClose={() => onChange(closed)} />
        ) : null}
      </Suspense>
    </>
  );
}

/** Returns the section in the address; without one, Clicks if the list of clicks is open, else Overview. */
function findSection({ section, clicks }: CampaignPageView): Section {
  return (
    sections.find((each) => each === section) ?? (clicks === undefined ? "overview" : "clicks")
  );
}

function Day({ text }: { text: string }) {
  return <span className="whitespace-nowrap">{text}</span>;
}

type CampaignActionsProps = {
  campaign: CampaignResponse;
  stopped: CampaignStatsResponse["stopped"];
  onAddBudget: () => void;
};

/** What a developer does most with a campaign of this status; the menu has the rest. */
function CampaignActions({ campaign, stopped, onAddBudget }: CampaignActionsProps) {
  const { _id: campaignId, status } = campaign;
  return (
    <div className="flex min-w-0 max-w-full flex-wrap gap-2 empty:hidden max-sm:*:px-4">
      {stopped || status !== "AWAITING_FUNDS" ? null : <PayAndLaunch campaign={campaign} />}
      {stopped || isOver(status) || status === "AWAITING_FUNDS" ? null : (
        <Button variant={status === "PAUSED" ? "secondary" : "primary"} onClick={onAddBudget}>
          {t`Add Budget`}
        </Button>
      )}
      {stopped ? null : <PauseButton campaign={campaign} />}
      {status === "ENDED" ? (
        <ButtonLink to="/app/campaigns/create" search={{ copy: campaignId }} variant="primary">
          {t`Duplicate`}
        </ButtonLink>
      ) : null}
    </div>
  );
}

const AddBudgetDialog = lazyPart(async () => (await import("./add-budget-dialog")).AddBudgetDialog);
const EndCampaignDialog = lazyPart(
  async () => (await import("./end-campaign-dialog")).EndCampaignDialog,
);
const CampaignCreators = lazyPart(
  async () => (await import("./campaign-creators")).CampaignCreators,
);

type FiguresProps = { campaign: ListedCampaign; stats: CampaignStatsResponse };

function CampaignReceipt({ campaign, stats }: FiguresProps) {
  const returned = returnedDollars(stats);
  return (
    <Card title={t`Budget`}>
      <Lines>
        {stats.reserved > 0 ? (
          <MoneyLine label={t`Reserved`} dollars={stats.reserved} />
        ) : (
          <MoneyLine label={t`Budget, not reserved`} dollars={campaign.budget} />
        )}
        <Line
          label={
            <span>
              {rich`To creators: ${<PaidClicks clicks={stats.clicks.valid} perClick={campaign.payoutPerClick} dollars={stats.paid} />}`}
            </span>
          }
        >
          <Money dollars={stats.paid} />
        </Line>
        {stats.fees > 0 ? <MoneyLine label={t`Fairclick's fee`} dollars={stats.fees} /> : null}
        {returned > 0 ? <MoneyLine label={t`Returned to your wallet`} dollars={returned} /> : null}
        <Line label={t`Cost per valid click`}>
          {stats.costPerClick === null ? t`N/A` : <Money dollars={stats.costPerClick} />}
        </Line>
        <Line label={t`CTR`}>{clickThroughRate(campaign)}</Line>
      </Lines>
      {stats.budgetRemaining > 0 || (stats.reserved > 0 && returned === 0) ? (
        <dl>
          <Total
            label={
              campaign.status === "ENDED" && stats.budgetRemaining > 0 ? t`To be returned` : t`Left`
            }
          >
            <Money dollars={stats.budgetRemaining} />
          </Total>
        </dl>
      ) : null}
      <Lines className="mt-3 text-sm text-soft">
        <MoneyLine label={t`Reserved for pending clicks`} dollars={stats.pending} />
        {stats.held > 0 ? (
          <MoneyLine label={t`Reserved for held clicks`} dollars={stats.held} />
        ) : null}
      </Lines>
    </Card>
  );
}

/** Whatever was reserved and is neither paid nor left was returned to the wallet. */
function returnedDollars({ reserved, spend, budgetRemaining }: CampaignStatsResponse): number {
  const kept = microsFromAmount(spend) + microsFromAmount(budgetRemaining);
  return dollarsFromMicros(microsFromAmount(reserved) - kept);
}

/** What is left of the budget as a ring, with how long it lasts; of an ended campaign, what it paid. */
function BudgetLeft({ campaign, stats }: FiguresProps) {
  const { budget, status } = campaign;
  if (status === "ENDED") {
    return (
      <p>
        <span className="block font-bold text-2xl">
          <Money dollars={stats.spend} />
        </span>
        <span className="text-soft">{rich`paid of ${<Money dollars={budget} rounded />}`}</span>
        {stats.budgetRemaining > 0 ? (
          <span className="block text-sm">
            {rich`${<Money dollars={stats.budgetRemaining} />} returns to your wallet once the last clicks are judged, usually within a few minutes.`}
          </span>
        ) : null}
      </p>
    );
  }
  const left = status === "AWAITING_FUNDS" ? budget : stats.budgetRemaining;
  const percent = budget === 0 ? 0 : Math.min(100, Math.max(0, (left / budget) * 100));
  const lasts =
    describeBudgetLasts(campaign, new Date()) ?? t`known after an hour with paid clicks`;
  return (
    <div className="flex min-w-0 items-center gap-5">
      <BudgetRing percent={percent} />
      <div className="min-w-0">
        <p className="font-bold text-2xl">
          <Money dollars={left} rounded />
        </p>
        <p className="text-soft">
          {status === "AWAITING_FUNDS"
            ? t`Not paid yet`
            : rich`left of ${<Money dollars={budget} rounded />}`}
        </p>
        <p className="text-sm">
          {t`Clicks it pays for`}: <Count of={clicksFor(left, campaign)} />
        </p>
        {status === "AWAITING_FUNDS" || status === "DISABLED" ? null : (
          <p className="text-sm">{t`Budget lasts: ${lasts}`}</p>
        )}
      </div>
    </div>
  );
}

function BudgetRing({ percent }: { percent: number }) {
  const whole = Math.round(percent);
  const circle = { cx: 22, cy: 22, r: 18, fill: "none", strokeWidth: 7 };
  return (
    <div
      role="img"
      aria-label={t`${whole}% of the budget left`}
      className="relative grid size-28 shrink-0 place-items-center"
    >
      <svg viewBox="0 0 44 44" aria-hidden="true" className="absolute inset-0 -rotate-90">
        <circle {...circle} className="stroke-rule" />
        {percent > 0 ? (
          <>
            <circle
              {...circle}
              className="stroke-ink"
              pathLength={100}
              strokeDasharray={`${percent} 100`}
            />
            <circle
              {...circle}
              strokeWidth={4}
              className="stroke-marker"
              pathLength={100}
              strokeDasharray={`${percent} 100`}
            />
          </>
        ) : null}
      </svg>
      <span aria-hidden="true" className="font-bold font-figures text-lg">
        {whole}%
      </span>
    </div>
  );
}

const order: Verdict[] = ["valid", "invalid", "held", "unpaid", "pending"];

/** Clicks by verdict, with the reasons of those that were not paid. */
export function VerdictReceipt({ stats }: { stats: CampaignStatsResponse }) {
  return (
    <Card title={t`Clicks`}>
      <div className="space-y-3">
        {order.map((verdict) => (
          <div key={verdict}>
            <Lines>
              <CountLine label={<Stamp verdict={verdict} />} count={stats.clicks[verdict]} />
            </Lines>
            <Lines className="pl-5 text-sm">
              {stats.reasons
                .filter((reason) => reason.verdict === verdict && reason.category !== "")
                .map((reason) => (
                  <Line key={reason.category} label={categoryName(reason.category)}>
                    <Count of={reason.clicks} />
                  </Line>
                ))}
            </Lines>
          </div>
        ))}
        <Lines>
          <Line label={t`Counted, of the judged clicks`}>{validShare(stats.clicks)}</Line>
        </Lines>
      </div>
    </Card>
  );
}
