import { dollarsFromMicros } from "@fairclick/core/amounts";
import type {
  Objection,
  ObjectionDetail,
  OwnObjection,
} from "@fairclick/core/clicks/objections-schema";
import type { ShownObjection } from "@fairclick/services/clicks/objections";
import type {
  ObjectionClickRow,
  ObjectionRow,
  RecordedObjectionRow,
} from "@fairclick/sql/clicks/objections";

type OwnRow = Omit<
  ObjectionRow,
  "campaignId" | "campaign" | "developerId" | "developer" | "answeredBy"
>;

export function presentOwnObjection(row: OwnRow): OwnObjection {
  return {
    ...presentShared(row),
    cost: dollarsFromMicros(row.micros),
    returned: dollarsFromMicros(row.reversedMicros),
  };
}

export function presentObjection(row: RecordedObjectionRow): Objection {
  const { campaignId, campaign, developer, answeredBy } = row;
  const { upheld, dismissed, objectedClicks, validClicks } = row;
  return {
    ...presentShared(row),
    ...{ campaignId, campaign, developer, answeredBy },
    micros: row.micros.toString(),
    reversedMicros: row.reversedMicros.toString(),
    record: { upheld, dismissed, objectedClicks, validClicks },
  };
}

export function presentObjectionDetail({ objection, clicks }: ShownObjection): ObjectionDetail {
  return {
    ...presentObjection(objection),
    creators: sumCreators(clicks),
    items: clicks.map(({ id, clickedAt, creator, verdict, country, device }) => ({
      ...{ id, creator, verdict, country, device },
      clickedAt: clickedAt.toISOString(),
    })),
  };
}

/** Sorted by clicks, descending. */
function sumCreators(clicks: ObjectionClickRow[]): ObjectionDetail["creators"] {
  const count = (own: ObjectionClickRow[], is: (click: ObjectionClickRow) => boolean) =>
    own.filter(is).length;
  return [...Map.groupBy(clicks, ({ creatorId }) => creatorId)]
    .map(([creatorId, own]) => ({
      creatorId,
      creator: own[0]?.creator ?? creatorId,
      clicks: own.length,
      valid: count(own, ({ verdict }) => verdict === "valid"),
      joined: count(own, ({ joined }) => joined),
      returned: count(own, ({ returned }) => returned),
    }))
    .sort((a, b) => b.clicks - a.clicks);
}

function presentShared(row: OwnRow) {
  const { id, state, text, filter, clicks, answer, reversedClicks } = row;
  return {
    ...{ id, state, text, filter, clicks, answer, reversedClicks },
    objectedAt: row.objectedAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
  };
}
