import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats-schema";
import { formatMoment } from "../../../ui/format/day";

/** Notice of a campaign that an operator stopped. Its developer cannot start it again. */
export function StopNotice({ stopped }: Pick<CampaignStatsResponse, "stopped">) {
  if (!stopped) return null;
  return (
    <div role="note" className="mb-6 border-2 border-refused px-4 py-3">
      <p className="font-semibold">
        Fairclick {stopped.how} this campaign on {formatMoment(stopped.since)}.
      </p>
      <p>{stopped.reason ?? "Ask support for the reason."} Only Fairclick can lift this.</p>
    </div>
  );
}
