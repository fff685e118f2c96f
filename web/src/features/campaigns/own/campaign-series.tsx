import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { campaignSeriesBeforeQuery, campaignSeriesQuery } from "../../../queries/own-campaigns";
import type { Period, Range } from "../../../queries/series-window";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { Button } from "../../../ui/button";
import { ClicksFigure } from "../../../ui/clicks/clicks-figure";
import { ClicksOverTime } from "../../../ui/clicks/clicks-over-time";
import { PeriodSums } from "../../../ui/clicks/period-sums";
import { useDownloadDays } from "./download-days";

type CampaignSeriesProps = {
  campaign: CampaignResponse;
  range: Range;
  onRange: (range: Range) => void;
};

export function CampaignSeries({ campaign, range, onRange }: CampaignSeriesProps) {
  const download = useDownloadDays(campaign);
  return (
    <ClicksOverTime
      range={range}
      onRange={onRange}
      aside={
        <Button disabled={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden="true" className="size-4" />
          {t`Days as CSV`}
        </Button>
      }
    >
      <Figure id={campaign._id} period={{ range, begin: campaign.startDate }} />
    </ClicksOverTime>
  );
}

function Figure({ id, period }: { id: string; period: Period }) {
  const { data: series } = useLoadedQuery(campaignSeriesQuery(id, period));
  const { data: before } = useQuery(campaignSeriesBeforeQuery(id, period));
  return (
    <>
      <PeriodSums range={period.range} series={series} before={before} />
      <ClicksFigure series={series} />
    </>
  );
}
