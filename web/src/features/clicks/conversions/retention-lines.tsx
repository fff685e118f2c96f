import type { LinkConversionsResponse } from "@fairclick/core/conversions/conversions";
import { t } from "@fairclick/core/language/t";
import { rich } from "../../../language/rich";
import { Count } from "../../../ui/figure";
import { percent } from "../../../ui/format/percent";
import { Line, Lines } from "../../../ui/receipt";
import { tierLabels } from "./tier-labels";

type RetentionLinesProps = Pick<LinkConversionsResponse, "retention" | "retentionTier">;

/** Share of players who returned, among those who joined long enough ago. */
export function RetentionLines({ retention, retentionTier }: RetentionLinesProps) {
  return (
    <>
      <Lines>
        {retention.map(({ day, arrived, returned, percent: share }) => (
          <Line
            key={day}
            label={
              <span>
                {rich`Back on day ${day}: ${<Count of={returned} />} of ${<Count of={arrived} />}`}
              </span>
            }
          >
            <span className="font-figures tabular-nums">{percent(share)}</span>
          </Line>
        ))}
      </Lines>
      <p className="mt-2 text-soft text-sm">{t`Day 1: ${tierLabels[retentionTier]}.`}</p>
    </>
  );
}
