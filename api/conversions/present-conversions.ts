import { dollarsFromMicros } from "@fairclick/core/amounts";
import { clickThroughRate, costPerClickMicros } from "@fairclick/core/campaigns/status";
import type {
  CampaignConversionsResponse,
  CampaignKey,
  LinkConversionsResponse,
  ReportResult,
} from "@fairclick/core/conversions/conversions";
import { computePercent, type Retention, retentionTier } from "@fairclick/core/conversions/proofs";
import { JOINED, refusalMessages, retentionDays } from "@fairclick/core/conversions/report";
import type {
  CampaignConversions,
  LinkConversions,
} from "@fairclick/services/conversions/read-conversions";
import type { ReportOutcome } from "@fairclick/services/conversions/report-conversions";
import type { CreatorCountRow, RetentionRow } from "@fairclick/sql/conversions/conversions";
import type { CampaignKeyRow } from "@fairclick/sql/conversions/keys";
import { presentCounts } from "../campaigns/present-campaign";

export function presentReport(
  { clickId, event }: { clickId: string; event: string },
  outcome: ReportOutcome,
): ReportResult {
  const reason = outcome.status === "refused" ? outcome.reason : null;
  const message = reason && refusalMessages[reason];
  return { clickId, event, status: outcome.status, reason, message };
}

export function presentKey(key: CampaignKeyRow): CampaignKey {
  return {
    id: key.id,
    name: key.name,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    endsAt: key.endsAt?.toISOString() ?? null,
  };
}

export function presentCampaignConversions(
  found: CampaignConversions,
): CampaignConversionsResponse {
  const { campaign, creators, events, keys } = found;
  const figures = presentFigures(found, campaign.valid);
  const cost = costPerClickMicros(campaign.paidMicros, BigInt(figures.conversions));
  return {
    ...figures,
    ownEvents: events.own,
    costPerConversion: cost === null ? null : dollarsFromMicros(cost),
    keys: keys.map(presentKey),
    creators: creators.map((creator) => presentCreator(creator, found)),
    latest: presentLatest(found),
  };
}

export function presentLinkConversions(found: LinkConversions): LinkConversionsResponse {
  const { link, impressions } = found;
  return {
    ...presentFigures(found, link.valid),
    impressions: Number(impressions),
    ctr: clickThroughRate(BigInt(presentCounts(link).total), impressions),
  };
}

function presentFigures(
  { events, counts, retention, uncounted, shared }: Omit<LinkConversions, "link" | "impressions">,
  validClicks: bigint,
) {
  const conversions = counts.find(({ event }) => event === events.conversion)?.conversions ?? 0n;
  const names = new Set([JOINED, ...events.own, ...counts.map(({ event }) => event)]);
  const byName = new Map(counts.map((count) => [count.event, count]));
  return {
    conversion: events.conversion,
    conversions: Number(conversions),
    conversionRate: computePercent(conversions, validClicks),
    value: dollarsFromMicros(counts.reduce((sum, { valueMicros }) => sum + valueMicros, 0n)),
    waiting: Number(uncounted.waiting + uncounted.held),
    events: [...names].map((event) => ({
      event,
      conversions: Number(byName.get(event)?.conversions ?? 0n),
      value: dollarsFromMicros(byName.get(event)?.valueMicros ?? 0n),
    })),
    retention: retentionDays.map((day) => ({ day, ...presentRetention(sumUp(retention[day])) })),
    retentionTier: retentionTier(sumUp(retention[1])),
    reported: shared.reduce((sum, { players }) => sum + Number(players), 0),
  };
}

function presentCreator(creator: CreatorCountRow, found: CampaignConversions) {
  const isOwn = ({ creatorId }: { creatorId: string }) => creatorId === creator.creatorId;
  const retention = sumUp(found.retention[1].filter(isOwn));
  return {
    userId: creator.creatorId,
    username: creator.username,
    impressions: Number(creator.impressions),
    validClicks: Number(creator.validClicks),
    conversions: Number(creator.conversions),
    conversionRate: computePercent(creator.conversions, creator.validClicks),
    value: dollarsFromMicros(creator.valueMicros),
    reported: Number(found.shared.find(isOwn)?.players ?? 0n),
    retention: { day: 1 as const, ...presentRetention(retention) },
    retentionTier: retentionTier(retention),
  };
}

function sumUp(rows: RetentionRow[]): Retention {
  return {
    arrived: Number(rows.reduce((sum, { arrived }) => sum + arrived, 0n)),
    returned: Number(rows.reduce((sum, { returned }) => sum + returned, 0n)),
  };
}

function presentRetention({ arrived, returned }: Retention) {
  return { arrived, returned, percent: computePercent(returned, arrived) };
}

/** Returns the later of the last real report and the last test report; null if there is neither. */
function presentLatest({
  keys,
  latest,
}: CampaignConversions): CampaignConversionsResponse["latest"] {
  const tests = keys.flatMap(({ name, testedAt, testedEvent }) =>
    testedAt && testedEvent ? [{ at: testedAt, event: testedEvent, test: true, key: name }] : [],
  );
  const real = latest
    ? [{ at: latest.receivedAt, event: latest.event, test: false, key: null }]
    : [];
  const [newest] = [...tests, ...real].sort((a, b) => b.at.getTime() - a.at.getTime());
  return newest ? { ...newest, at: newest.at.toISOString() } : null;
}
