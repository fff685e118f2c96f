import { dollarsFromMicros } from "@fairclick/core/amounts";
import { plural, t } from "@fairclick/core/language/t";
import type {
  CampaignEarnings,
  EarningsDay,
  EarningsResponse,
} from "@fairclick/core/money/earnings";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { rich } from "../language/rich";
import { EARNINGS_FAILURE, type EarningsDays, earningsDays, earningsQuery } from "../queries/money";
import { useLoadedView } from "../queries/use-loaded-view";
import { ButtonLink } from "../ui/button";
import { Count, Line, Lines, Money, Stamp } from "../ui/figures";
import { exactDollars, formatCalendarDay, microsFromAmount } from "../ui/format";
import { Card, Empty, PageHeading, Part } from "../ui/layout";
import { EarningsCard } from "./balances";

type EarningsPageProps = { days: EarningsDays; onDays: (days: EarningsDays) => void };

/** Earnings by day and by campaign, pending amounts, and why some clicks earned nothing. */
export function EarningsPage({ days, onDays }: EarningsPageProps) {
  const navigate = useNavigate();
  return (
    <>
      <PageHeading title={t`Earnings`} />
      <div className="mb-8 max-w-prose">
        <EarningsCard
          asksLate
          onWithdraw={() => void navigate({ to: "/app/payments", search: { dialog: "withdraw" } })}
        />
      </div>
      <Part loading={t`Loading earnings`} failure={EARNINGS_FAILURE}>
        <Earnings days={days} onDays={onDays} />
      </Part>
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
      <fieldset className="mb-4 flex flex-wrap gap-2">
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
      <EarningsByCampaign campaigns={earnings.campaigns} />
      {earnings.days.some((day) => countJudged(day) > 0) ? (
        <RefusalReasons reasons={earnings.reasons} />
      ) : null}
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
  const earned = dollarsFromMicros(
    days.reduce((sum, day) => sum + microsFromAmount(day.earned), 0n),
  );
  const most = Math.max(...days.map((day) => day.earned));
  return (
    <Card title={t`By day`} className="mb-6">
      {active.length === 0 ? (
        <p className="text-soft">{t`No clicks were judged in this period.`}</p>
      ) : (
        <>
          <figure aria-label={t`Earned by day`}>
            <p className="mb-1 text-right text-sm">
              {rich`${<Money dollars={earned} />} in total, at most ${<Money dollars={most} />} a day`}
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
            <JudgedTable
              of={t`Day`}
              columns={judgedColumns}
              rows={active.map((day) => ({
                ...day,
                key: day.day,
                heading: <time dateTime={day.day}>{formatCalendarDay(day.day)}</time>,
              }))}
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

type Verdict = "valid" | "invalid" | "held" | "unpaid" | "pending";
type Column<Counted extends Verdict> = readonly [verdict: Counted, name: string];

const judgedColumns = [
  ["valid", t`Valid`],
  ["invalid", t`Invalid`],
  ["held", t`Held`],
  ["unpaid", t`Unpaid`],
] as const;

type JudgedRow<Counted extends Verdict> = {
  key: string;
  heading: ReactNode;
  clicks: Record<Counted, number>;
  earned: number;
};

type JudgedTableProps<Counted extends Verdict> = {
  of: string;
  columns: readonly Column<Counted>[];
  rows: JudgedRow<Counted>[];
};

/** Clicks by verdict and their earnings, one row per day or campaign. */
function JudgedTable<Counted extends Verdict>(props: JudgedTableProps<Counted>) {
  const { of, columns, rows } = props;
  return (
    <table className="ledger">
      <thead>
        <tr>
          <th>{of}</th>
          {columns.map(([verdict, name]) => (
            <th key={verdict} className="text-right">
              {name}
            </th>
          ))}
          <th className="text-right">{t`Earned`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" className="max-sm:col-span-2 break-words font-semibold">
              {row.heading}
            </th>
            {columns.map(([verdict, name]) => (
              <td key={verdict} data-label={name} className="text-right">
                <Count of={row.clicks[verdict]} />
              </td>
            ))}
            <td data-label={t`Earned`} className="text-right">
              <Money dollars={row.earned} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const columns = [...judgedColumns, ["pending", t`Pending`]] as const;

function EarningsByCampaign({ campaigns }: { campaigns: CampaignEarnings[] }) {
  return (
    <section aria-labelledby="by-campaign" className="mb-8">
      <h2 id="by-campaign" className="mb-4 text-xl">
        {t`By campaign`}
      </h2>
      <JudgedTable
        of={t`Campaign`}
        columns={columns}
        rows={campaigns.map((campaign) => ({
          ...campaign,
          key: campaign._id,
          heading: (
            <>
              <Link to="/app/links/$campaignId" params={{ campaignId: campaign._id }}>
                {campaign.name}
              </Link>
              <span className="block font-normal text-sm text-soft">
                {rich`${<Money dollars={campaign.payoutPerClick} />} a valid click`}
              </span>
            </>
          ),
        }))}
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
