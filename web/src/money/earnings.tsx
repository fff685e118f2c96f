import { dollarsFromMicros } from "@fairclick/core/amounts";
import { plural, t } from "@fairclick/core/language/t";
import type {
  CampaignEarnings,
  EarningsDay,
  EarningsResponse,
} from "@fairclick/core/money/earnings";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { rich } from "../language/rich";
import { PayoutLimits } from "../policy/facts";
import { EARNINGS_FAILURE, type EarningsDays, earningsDays, earningsQuery } from "../queries/money";
import { useLoadedView } from "../queries/use-loaded-view";
import { ButtonLink } from "../ui/button";
import { Count, Line, Lines, Money, Stamp } from "../ui/figures";
import { exactDollars, formatCalendarDay, microsFromAmount } from "../ui/format";
import { Card, Empty, PageHeading, Part } from "../ui/layout";
import { Ledger } from "../ui/ledger";
import { EarningsCard } from "./balances";

type EarningsPageProps = { days: EarningsDays; onDays: (days: EarningsDays) => void };

/** Earnings by day and by campaign, pending amounts, and why some clicks earned nothing. */
export function EarningsPage({ days, onDays }: EarningsPageProps) {
  return (
    <>
      <PageHeading title={t`Earnings`} />
      <PayoutLimits className="mb-6" />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
        <EarningsCard />
        <Part loading={t`Loading earnings`} failure={EARNINGS_FAILURE}>
          <Earnings days={days} onDays={onDays} />
        </Part>
      </div>
    </>
  );
}

function Earnings({ days, onDays }: EarningsPageProps) {
  const queryClient = useQueryClient();
  const shown = useLoadedView(days, (next) => queryClient.prefetchQuery(earningsQuery(next)));
  const { data: earnings } = useSuspenseQuery(earningsQuery(shown));
  if (earnings.campaigns.length === 0) {
    return (
      <Empty
        title={t`Nothing earned yet.`}
        action={
          <ButtonLink to="/app/creator-hub" variant="primary">
            {t`Find a campaign`}
          </ButtonLink>
        }
      >
        {t`Join a campaign and share its link: each valid click appears here with its price.`}
      </Empty>
    );
  }
  return (
    <>
      <div className="space-y-6">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t`How many days`}</legend>
          {earningsDays.map((each) => (
            <button
              key={each}
              type="button"
              className="chip"
              aria-pressed={each === days}
              onClick={() => onDays(each)}
            >
              {plural(each, "# day", "# days")}
            </button>
          ))}
        </fieldset>
        <EarningsByDay days={earnings.days} timeZone={earnings.timeZone} />
        {earnings.days.some((day) => countJudged(day) > 0) ? (
          <RefusalReasons reasons={earnings.reasons} />
        ) : null}
      </div>
      <EarningsByCampaign campaigns={earnings.campaigns} />
    </>
  );
}

const countJudged = ({ clicks }: EarningsDay) =>
  judgedColumns.reduce((sum, [verdict]) => sum + clicks[verdict], 0);

/** The fewest days that are shown, also if the first click is younger. */
const FEWEST_DAYS = 7;

type EarningsByDayProps = Pick<EarningsResponse, "days" | "timeZone">;

/** Begins with the first judged click of the period. */
function EarningsByDay({ days: period, timeZone }: EarningsByDayProps) {
  const first = period.findIndex((day) => countJudged(day) > 0);
  const days = period.slice(Math.max(0, Math.min(first, period.length - FEWEST_DAYS)));
  const active = days.filter((day) => countJudged(day) > 0).reverse();
  const sum = dollarsFromMicros(days.reduce((sum, day) => sum + microsFromAmount(day.earned), 0n));
  const most = Math.max(...days.map((day) => day.earned));
  return (
    <Card title={t`By day`}>
      {active.length === 0 ? (
        <p className="text-soft">{t`No clicks were judged in this period.`}</p>
      ) : (
        <>
          <figure aria-label={t`Earned by day`}>
            <p className="mb-1 text-right text-sm">
              {rich`${<Money dollars={sum} />} in total, at most ${<Money dollars={most} />} a day`}
            </p>
            <DayColumns days={days} />
            <figcaption className="mt-1 flex justify-between text-sm text-soft">
              {[days[0], days.at(-1)].map((day) =>
                day ? <span key={day.day}>{formatCalendarDay(day.day)}</span> : null,
              )}
            </figcaption>
          </figure>
          <details className="mt-4">
            <summary className="min-h-11 py-2 font-semibold">{t`As a table`}</summary>
            <Ledger
              rows={active}
              rowKey={({ day }) => day}
              head={{
                name: t`Day`,
                cell: ({ day }) => <time dateTime={day}>{formatCalendarDay(day)}</time>,
              }}
              figures={[...nameCounts(judgedColumns), earned]}
            />
          </details>
          <p className="mt-3 text-sm text-soft">
            {t`Days are those of your time zone, ${timeZone.replaceAll("_", " ")}.`}
          </p>
        </>
      )}
    </Card>
  );
}

const HEIGHT = 100;
/** Share of a day's width that its column leaves empty. */
const GAP = 0.25;

/** One column per day, as high as its earnings. The table below shows the figures. */
function DayColumns({ days }: { days: EarningsDay[] }) {
  const most = Math.max(...days.map(({ earned }) => earned));
  return (
    <svg
      viewBox={`0 0 ${days.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-40 w-full border-edge border-b-2"
    >
      {days.map(({ day, earned }, index) => {
        const height = most > 0 ? (earned / most) * HEIGHT : 0;
        return (
          <rect
            key={day}
            x={index + GAP / 2}
            y={HEIGHT - height}
            width={1 - GAP}
            height={height}
            className="fill-valid"
          >
            <title>{`${formatCalendarDay(day)}: ${exactDollars(earned)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}

const judgedColumns = [
  ["valid", t`Valid`],
  ["invalid", t`Invalid`],
  ["held", t`Held`],
  ["unpaid", t`Unpaid`],
] as const;

const earned = {
  name: t`Earned`,
  cell: (row: { earned: number }) => <Money dollars={row.earned} />,
};

function nameCounts<Verdict extends string>(columns: readonly (readonly [Verdict, string])[]) {
  return columns.map(([verdict, name]) => ({
    name,
    cell: ({ clicks }: { clicks: Record<Verdict, number> }) => <Count of={clicks[verdict]} />,
  }));
}

const nameCampaign = ({ _id, name, payoutPerClick }: CampaignEarnings) => (
  <>
    <Link to="/app/links/$campaignId" params={{ campaignId: _id }}>
      {name}
    </Link>
    <span className="block font-normal text-sm text-soft">
      {rich`${<Money dollars={payoutPerClick} />} a valid click`}
    </span>
  </>
);

function EarningsByCampaign({ campaigns }: { campaigns: CampaignEarnings[] }) {
  return (
    <section aria-labelledby="by-campaign" className="lg:col-span-2">
      <h2 id="by-campaign" className="mb-4 text-xl">
        {t`By campaign`}
      </h2>
      <Ledger
        rows={campaigns}
        rowKey={({ _id }) => _id}
        head={{ name: t`Campaign`, cell: nameCampaign }}
        figures={[...nameCounts([...judgedColumns, ["pending", t`Pending`]]), earned]}
      />
    </section>
  );
}

/** Reasons for which clicks earned nothing, or nothing yet. */
function RefusalReasons({ reasons }: Pick<EarningsResponse, "reasons">) {
  return (
    <Card title={t`Why some clicks earned nothing`}>
      {reasons.length === 0 ? (
        <p className="text-soft">{t`Every click that was judged in this period was paid.`}</p>
      ) : (
        <Lines className="space-y-3">
          {reasons.map(({ verdict, category, clicks }) => (
            <Line
              key={`${verdict} ${category}`}
              label={<Stamp verdict={verdict} reason={category} />}
            >
              <Count of={clicks} />
            </Line>
          ))}
        </Lines>
      )}
    </Card>
  );
}
