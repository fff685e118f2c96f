import type { EarningsResponse } from "@fairclick/core/money/earnings-schema";
import { useQuery } from "@tanstack/react-query";
import { EARNINGS_FAILURE, earningsQuery } from "../../../queries/earnings";
import { type EarningsDays, earningsDays } from "../../../queries/earnings-days";
import { Button, ButtonLink } from "../../../ui/button";
import { Empty, Failure } from "../../../ui/notices";
import { PageHeading } from "../../../ui/page-heading";
import { Spinner } from "../../../ui/spinner";
import { useDownloadEarnings } from "./download-earnings";
import { EarningsByCampaign } from "./earnings-by-campaign";
import { EarningsByDay } from "./earnings-by-day";
import { EarningsStrip } from "./earnings-strip";
import { RefusalReasons } from "./unpaid-reasons";

type EarningsPageProps = { days: EarningsDays; onDays: (days: EarningsDays) => void };

/** What a creator has earned by day and by campaign, what is not decided, and why some clicks earned nothing. */
export function EarningsPage({ days, onDays }: EarningsPageProps) {
  const earnings = useQuery(earningsQuery(days));
  const download = useDownloadEarnings();
  return (
    <>
      <PageHeading title="Earnings" lead="One price per valid click, for each campaign.">
        <div className="flex flex-wrap gap-3">
          <Button disabled={download.isPending} onClick={() => download.mutate()}>
            Download CSV
          </Button>
          <ButtonLink to="/app/payments" search={{ dialog: "withdraw" }} variant="primary">
            Withdraw
          </ButtonLink>
        </div>
      </PageHeading>
      <EarningsStrip />
      {earnings.data ? (
        <Earnings earnings={earnings.data} days={days} onDays={onDays} />
      ) : earnings.isError ? (
        <Failure message={EARNINGS_FAILURE} onRetry={() => void earnings.refetch()} />
      ) : (
        <Spinner label="Loading earnings" />
      )}
    </>
  );
}

function Earnings({ earnings, days, onDays }: EarningsPageProps & { earnings: EarningsResponse }) {
  if (earnings.campaigns.length === 0) {
    return (
      <Empty
        title="Nothing earned yet."
        action={
          <ButtonLink to="/app/creator-hub" variant="primary">
            Find a campaign
          </ButtonLink>
        }
      >
        Join a campaign and share its link: each valid click appears here with its price.
      </Empty>
    );
  }
  return (
    <>
      <fieldset className="mb-4 flex flex-wrap gap-2">
        <legend className="sr-only">How many days</legend>
        {earningsDays.map((each) => (
          <button
            key={each}
            type="button"
            className="chip"
            aria-pressed={each === days}
            onClick={() => onDays(each)}
          >
            {each} days
          </button>
        ))}
      </fieldset>
      <EarningsByDay days={earnings.days} timeZone={earnings.timeZone} />
      <EarningsByCampaign campaigns={earnings.campaigns} />
      <RefusalReasons reasons={earnings.reasons} />
    </>
  );
}
