import type { CampaignResponse } from "@fairclick/core/campaigns/campaign-schema";
import type { SeriesStep } from "@fairclick/core/clicks/stats-series-schema";
import { Download } from "lucide-react";
import { campaignSeriesQuery } from "../../../queries/own-campaigns";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { Button } from "../../../ui/button";
import { ClicksFigure } from "../../../ui/clicks/clicks-figure";
import { ClicksOverTime } from "../../../ui/clicks/clicks-over-time";
import { useDownloadDays } from "./download-days";

type CampaignSeriesProps = {
  campaign: CampaignResponse;
  step: SeriesStep;
  onStep: (step: SeriesStep) => void;
};

export function CampaignSeries({ campaign, step, onStep }: CampaignSeriesProps) {
  const download = useDownloadDays(campaign);
  return (
    <ClicksOverTime
      step={step}
      onStep={onStep}
      aside={
        <Button disabled={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden="true" className="size-4" />
          Days as CSV
        </Button>
      }
    >
      <Figure id={campaign._id} step={step} />
    </ClicksOverTime>
  );
}

function Figure({ id, step }: { id: string; step: SeriesStep }) {
  return <ClicksFigure series={useLoadedQuery(campaignSeriesQuery(id, step)).data} />;
}
