import type { CampaignResponse } from "@fairclick/core/campaigns/campaign-schema";
import { describeAudience } from "@fairclick/core/campaigns/describe-audience";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { audienceShareQuery } from "../../../queries/campaigns";
import { useUser } from "../../../session/session";

/** Which clicks a campaign pays for, and how many of the viewer's own recent ones were like that. */
export function AudienceShare({ campaign }: { campaign: CampaignResponse }) {
  const meaning = describeAudience(campaign.audience);
  const user = useUser();
  const { data: share } = useQuery({
    ...audienceShareQuery(campaign._id),
    enabled: meaning !== null && user !== null,
  });
  if (meaning === null) return null;
  const parts = [
    share?.countriesPercent == null
      ? []
      : [t`${share.countriesPercent} % came from these countries`],
    share?.devicesPercent == null ? [] : [t`${share.devicesPercent} % from these devices`],
  ].flat();
  return (
    <div className="space-y-1 text-sm text-soft">
      <p>{meaning}</p>
      {share && parts.length > 0 ? (
        <p>
          Of your clicks in the last {share.days} days, {parts.join(" and ")}.
        </p>
      ) : null}
    </div>
  );
}
