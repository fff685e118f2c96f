import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import { lazy } from "react";
import { campaignQuery } from "../queries/own-campaigns";
import type { Range } from "../queries/series-window";
import { useLoadedQuery } from "../queries/use-loaded-query";
import { Button } from "../ui/button";
import { Part } from "../ui/layout";
import { NO_FILTER } from "./click-filter";
import { ClickOrigins } from "./origins";

type CampaignClicksProps = {
  campaignId: string;
  range: Range;
  /** The filter as text; undefined while the list of clicks is closed. */
  filter: string | undefined;
  onFilter: (filter: string) => void;
};

/** The origins of a campaign's clicks, and the list of every click. */
export function CampaignClicks({ campaignId, range, filter, onFilter }: CampaignClicksProps) {
  const { data: campaign } = useLoadedQuery(campaignQuery(campaignId));
  return (
    <>
      <ClickOrigins
        scope={{ campaignId, of: "campaign" }}
        period={{ range, begin: campaign.startDate }}
      />
      <EveryClick campaignId={campaignId} filter={filter} onFilter={onFilter} />
    </>
  );
}

const ClicksPanel = lazy(async () => ({
  default: (await import("./clicks-panel")).ClicksPanel,
}));

type EveryClickProps = {
  campaignId: string;
  /** The filter as text; undefined while the section is closed. */
  filter: string | undefined;
  onFilter: (filter: string) => void;
};

/** Every click of a campaign with its verdict, price and ledger transaction; loaded when opened. */
function EveryClick({ campaignId, filter, onFilter }: EveryClickProps) {
  return (
    <section aria-labelledby="every-click" className="mt-12">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="every-click" className="text-xl">
          {t`Every click`}
        </h2>
        <Link to="/app/cases">{t`Your cases`}</Link>
      </div>
      {filter === undefined ? (
        <Button onClick={() => onFilter(NO_FILTER)}>{t`Show every click`}</Button>
      ) : (
        <Part loading={t`Loading clicks`} failure={t`The clicks could not be loaded.`}>
          <ClicksPanel campaignId={campaignId} filter={filter} onFilter={onFilter} />
        </Part>
      )}
    </section>
  );
}
