import type { PolicyShadow } from "@fairclick/core/clicks/policy-shadow-schema";
import type { ShownShadow } from "@fairclick/services/clicks/shadow/show-shadow";

export function presentShadow(shadow: ShownShadow): PolicyShadow {
  const { state, failure, reason, operator, baseVersion, differences, remarks } = shadow;
  const { clicks, changed, missed } = shadow;
  return {
    ...{
      state,
      failure,
      reason,
      operator,
      baseVersion,
      differences,
      remarks,
      clicks,
      changed,
      missed,
    },
    startedAt: shadow.startedAt.toISOString(),
    until: shadow.until.toISOString(),
    endedAt: shadow.endedAt?.toISOString() ?? null,
    micros: shadow.micros.toString(),
    changes: shadow.changes.map((each) => ({ ...each, micros: each.micros.toString() })),
    campaigns: shadow.campaigns.map(({ id: campaignId, name, clicks: count, micros }) => ({
      ...{ campaignId, name, changed: count },
      micros: micros.toString(),
    })),
    creators: shadow.creators.map(({ id: creatorId, name: username, clicks: count, micros }) => ({
      ...{ creatorId, username, changed: count },
      micros: micros.toString(),
    })),
    sample: shadow.sample.map(({ id: clickId, clickedAt, from, to }) => ({
      ...{ clickId, from, to },
      clickedAt: clickedAt.toISOString(),
    })),
  };
}
