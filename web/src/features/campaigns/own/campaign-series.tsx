import type { CampaignResponse } from "@fairclick/core/campaigns/campaign-schema";
import type { SeriesStep } from "@fairclick/core/clicks/stats-series-schema";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { campaignSeriesQuery } from "../../../queries/campaigns";
import { Button } from "../../../ui/button";
import { ClicksOverTime } from "../../../ui/clicks/clicks-over-time";
import { useDownloadDays } from "./download-days";

type CampaignSeriesProps = {
  campaign: CampaignResponse;
  step: SeriesStep;
  onStep: (step: SeriesStep) => void;
};

export function CampaignSeries({ campaign, step, onStep }: CampaignSeriesProps) {
  const series = useQuery(campaignSeriesQuery(campaign._id, step));
  const download = useDownloadDays(campaign);
  return (
    <ClicksOverTime
      step={step}
      onStep={onStep}
      series={series.data}
      failed={series.isError}
      onRetry={() => void series.refetch()}
      aside={
        <Button disabled={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden="true" className="size-4" />
          Days as CSV
        </Button>
      }
    />
  );
}
