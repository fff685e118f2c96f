import type { JoinedCampaignResponse } from "@fairclick/core/schemas/campaign";
import { useQuery } from "@tanstack/react-query";
import { Card } from "../../ui/card";
import { Count } from "../../ui/figure";
import { Line, Lines } from "../../ui/receipt";
import { linkStatsQuery } from "../campaigns/campaign-queries";
import { ClickLines } from "../links/click-lines";

/** One link's clicks, what they came to, and the reasons of those that were not paid. */
export function LinkEarnings({ campaign }: { campaign: JoinedCampaignResponse }) {
  const { data: stats } = useQuery(linkStatsQuery(campaign._id));
  const reasons = stats?.reasons.filter((reason) => reason.category !== "") ?? [];
  return (
    <Card title={campaign.name}>
      <ClickLines
        clicks={campaign.clicks}
        payoutPerClick={campaign.payoutPerClick}
        total={{ label: "Earned", dollars: campaign.earnings }}
      />
      {reasons.length > 0 ? (
        <section className="mt-5">
          <h3 className="mb-1 text-sm text-soft">Why some were not paid</h3>
          <Lines className="text-sm">
            {reasons.map((reason) => (
              <Line key={`${reason.verdict} ${reason.category}`} label={reason.category}>
                <Count of={reason.clicks} />
              </Line>
            ))}
          </Lines>
        </section>
      ) : null}
    </Card>
  );
}
