import type { CampaignConversionsResponse } from "@fairclick/core/conversions/conversions";
import { t } from "@fairclick/core/language/t";
import { rich } from "../../../language/rich";
import { Count, Money } from "../../../ui/figure";
import { percent } from "../../../ui/format/percent";
import { tierLabels } from "./tier-labels";

type Creator = CampaignConversionsResponse["creators"][number];

/** Conversions and retention by creator. */
export function CreatorConversions({ creators }: { creators: Creator[] }) {
  if (creators.length === 0) return null;
  return (
    <table className="ledger">
      <caption className="sr-only">{t`Conversions by creator`}</caption>
      <thead>
        <tr>
          <th>{t`Creator`}</th>
          <th className="text-right">{t`Impressions`}</th>
          <th className="text-right">{t`Valid clicks`}</th>
          <th className="text-right">{t`Conversions`}</th>
          <th className="text-right">{t`Value`}</th>
          <th className="text-right">{t`Day 1`}</th>
        </tr>
      </thead>
      <tbody>
        {creators.map((creator) => (
          <CreatorRow key={creator.userId} creator={creator} />
        ))}
      </tbody>
    </table>
  );
}

function CreatorRow({ creator }: { creator: Creator }) {
  const { retention, retentionTier } = creator;
  return (
    <tr>
      <th scope="row" className="break-words font-semibold">
        {creator.username}
      </th>
      <td data-label={t`Impressions`} className="text-right">
        <Count of={creator.impressions} />
      </td>
      <td data-label={t`Valid clicks`} className="text-right">
        <Count of={creator.validClicks} />
      </td>
      <td data-label={t`Conversions`} className="text-right">
        <span>
          <Count of={creator.conversions} />{" "}
          <span className="text-soft text-sm">({percent(creator.conversionRate)})</span>
          {creator.reported > 0 ? (
            <span className="block text-soft text-sm">
              {rich`${<Count of={creator.reported} />} reported by share link`}
            </span>
          ) : null}
        </span>
      </td>
      <td data-label={t`Value`} className="text-right">
        <Money dollars={creator.value} />
      </td>
      <td data-label={t`Day 1`} className="text-right">
        <span>
          <span className="font-figures tabular-nums">{percent(retention.percent)}</span>
          <span className="block text-soft text-sm">{tierLabels[retentionTier]}</span>
        </span>
      </td>
    </tr>
  );
}
