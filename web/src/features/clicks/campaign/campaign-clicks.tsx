import { campaignQuery } from "../../../queries/own-campaigns";
import type { Range } from "../../../queries/series-window";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { ClickOrigins } from "../origins/click-origins";
import { EveryClick } from "./every-click";

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
