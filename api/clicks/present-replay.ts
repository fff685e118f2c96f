import type { Replay } from "@fairclick/core/clicks/click-replay-schema";
import type { ReplaySummary } from "@fairclick/services/clicks/replay/sum-replay";

export function presentReplay({
  span,
  micros,
  changes,
  campaigns,
  ...rest
}: ReplaySummary): Replay {
  return {
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    micros: micros.toString(),
    changes: changes.map((change) => ({ ...change, micros: change.micros.toString() })),
    campaigns: campaigns.map((campaign) => ({ ...campaign, micros: campaign.micros.toString() })),
    ...rest,
  };
}
