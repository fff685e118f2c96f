import type { Replay } from "@fairclick/core/clicks/replay";
import type { NamedReplay } from "@fairclick/services/clicks/replay";

export function presentReplay({
  span,
  micros,
  changes,
  campaigns,
  creators,
  ...rest
}: NamedReplay): Replay {
  return {
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    micros: micros.toString(),
    changes: changes.map((change) => ({ ...change, micros: change.micros.toString() })),
    campaigns: campaigns.map((campaign) => ({ ...campaign, micros: campaign.micros.toString() })),
    creators: creators.map((creator) => ({ ...creator, micros: creator.micros.toString() })),
    ...rest,
  };
}
