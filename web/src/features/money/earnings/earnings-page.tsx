import { plural, t } from "@fairclick/core/language/t";
import { useDeferredValue } from "react";
import { EARNINGS_FAILURE, earningsQuery } from "../../../queries/earnings";
import { type EarningsDays, earningsDays } from "../../../queries/earnings-days";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { Button, ButtonLink } from "../../../ui/button";
import { Empty } from "../../../ui/notices";
import { PageHeading } from "../../../ui/page-heading";
import { Part } from "../../../ui/part";
import { useDownloadEarnings } from "./download-earnings";
import { EarningsByCampaign } from "./earnings-by-campaign";
import { EarningsByDay } from "./earnings-by-day";
import { EarningsStrip } from "./earnings-strip";
import { RefusalReasons } from "./unpaid-reasons";

type EarningsPageProps = { days: EarningsDays; onDays: (days: EarningsDays) => void };

/** Earnings by day and by campaign, pending amounts, and why some clicks earned nothing. */
export function EarningsPage({ days, onDays }: EarningsPageProps) {
  const download = useDownloadEarnings();
  return (
    <>
      <PageHeading title={t`Earnings`} lead={t`One price per valid click, for each campaign.`}>
        <div className="flex flex-wrap gap-3">
          <Button disabled={download.isPending} onClick={() => download.mutate()}>
            {t`Download CSV`}
          </Button>
          <ButtonLink to="/app/payments" search={{ dialog: "withdraw" }} variant="primary">
            {t`Withdraw`}
          </ButtonLink>
        </div>
      </PageHeading>
      <EarningsStrip />
      <Part loading={t`Loading earnings`} failure={EARNINGS_FAILURE}>
        <Earnings days={days} onDays={onDays} />
      </Part>
    </>
  );
}

function Earnings({ days, onDays }: EarningsPageProps) {
  // While another period loads, the one before stays.
  const { data: earnings } = useLoadedQuery(earningsQuery(useDeferredValue(days)));
  if (earnings.campaigns.length === 0) {
    return (
      <Empty
        title={t`Nothing earned yet.`}
        action={<ButtonLink to="/app/creator-hub">{t`Find a campaign`}</ButtonLink>}
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
      <RefusalReasons reasons={earnings.reasons} />
    </>
  );
}
