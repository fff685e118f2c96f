import { describeAudience } from "@fairclick/core/campaigns/audience";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { plural, t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { audienceShareQuery } from "../queries/campaigns";
import { useUser } from "../session/session";

/** Which clicks a campaign pays for, and how many of the viewer's own recent ones were like that. */
export function AudienceShare({ campaign }: { campaign: CampaignResponse }) {
  const meaning = describeAudience(campaign.audience);
  const user = useUser();
  const { data: share } = useQuery({
    ...audienceShareQuery(campaign._id),
    enabled: meaning !== null && user !== null,
  });
  if (meaning === null) return null;
  const sentence = share && describeShare(share);
  return (
    <div className="space-y-1 text-sm text-soft">
      <p>{meaning}</p>
      {sentence ? <p>{sentence}</p> : null}
    </div>
  );
}

type Share = { days: number; countriesPercent: number | null; devicesPercent: number | null };

/** Null if no share is known. */
function describeShare({ days, countriesPercent, devicesPercent }: Share): string | null {
  const period = plural(days, "# day", "# days");
  if (countriesPercent !== null && devicesPercent !== null) {
    return t`Of your clicks in the last ${period}, ${countriesPercent}% came from these countries and ${devicesPercent}% from these devices.`;
  }
  if (countriesPercent !== null) {
    return t`Of your clicks in the last ${period}, ${countriesPercent}% came from these countries.`;
  }
  return devicesPercent === null
    ? null
    : t`Of your clicks in the last ${period}, ${devicesPercent}% came from these devices.`;
}
