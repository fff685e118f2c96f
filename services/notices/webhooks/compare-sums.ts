import type { CampaignStatus } from "@fairclick/core/campaigns/status";
import type { SumEventKind, SumSide } from "@fairclick/core/notices/webhooks";

const verdicts = ["valid", "invalid", "held", "unpaid"] as const;
type ClickCounts = Record<(typeof verdicts)[number], number>;

/** Sums of one campaign or link. */
export type CurrentSums = {
  name: string;
  status: CampaignStatus;
  clicks: ClickCounts;
  /** What the clicks cost the developer, fees included, or earned the creator. */
  micros: bigint;
  /** Per event's name. */
  conversions: Readonly<Record<string, number>>;
};

/** What the last events said: JSON in `webhook_marks`. */
export type ReportedSums = {
  /** Null: no state was reported yet. */
  status: CampaignStatus | null;
  clicks: ClickCounts & { micros: string; at: string };
  conversions: { counts: Record<string, number>; at: string };
};

export type SumEvent = { kind: SumEventKind; data: Record<string, unknown> };

type Comparison = {
  side: SumSide;
  campaignId: string;
  before: ReportedSums;
  now: CurrentSums;
  at: Date;
};

/** Returns an event per sum that changed, and what is reported afterwards. */
export function compareSums(input: Comparison): { events: SumEvent[]; reported: ReportedSums } {
  const { side, campaignId, before, now } = input;
  const at = input.at.toISOString();
  const subject = { campaignId, campaign: now.name };
  const events: SumEvent[] = [];
  const reported = { ...before, status: now.status };
  if (before.status !== now.status) {
    const data = { ...subject, from: before.status, to: now.status };
    events.push({ kind: `${side}.state_changed`, data });
  }
  const clicks = compareClicks(input);
  if (clicks) {
    const data = { ...subject, since: before.clicks.at, until: at, ...clicks };
    events.push({ kind: `${side}.clicks_counted`, data });
    reported.clicks = { ...now.clicks, micros: String(now.micros), at };
  }
  const changes = subtract(now.conversions, before.conversions.counts);
  if (changes) {
    const data = { ...subject, since: before.conversions.at, until: at, changes };
    const totals = now.conversions;
    events.push({ kind: `${side}.conversions_counted`, data: { ...data, totals } });
    reported.conversions = { counts: { ...totals }, at };
  }
  return { events, reported };
}

/** What is known about a campaign or link before its first event: zero since `at`. */
export function reportedNothing(at: Date): ReportedSums {
  const since = at.toISOString();
  return {
    status: null,
    clicks: { valid: 0, invalid: 0, held: 0, unpaid: 0, micros: "0", at: since },
    conversions: { counts: {}, at: since },
  };
}

function compareClicks({ side, before, now }: Comparison) {
  const changes = subtract(now.clicks, before.clicks);
  const changeMicros = now.micros - BigInt(before.clicks.micros);
  if (!changes && changeMicros === 0n) return null;
  const money = side === "campaign" ? "costMicros" : "earnedMicros";
  const none = { valid: 0, invalid: 0, held: 0, unpaid: 0 };
  return {
    changes: { ...none, ...changes, [money]: String(changeMicros) },
    totals: { ...now.clicks, [money]: String(now.micros) },
  };
}

/** Returns the differences that are not zero; null if there are none. A count can become smaller. */
function subtract(
  now: Readonly<Record<string, number>>,
  before: Readonly<Record<string, unknown>>,
): Record<string, number> | null {
  const earlier = new Map(Object.entries(before));
  const names = new Set([...Object.keys(now), ...earlier.keys()]);
  const counts = new Map(Object.entries(now));
  const changes = [...names].flatMap((name) => {
    const was = earlier.get(name) ?? 0;
    // The clicks' `micros` and `at` are text.
    if (typeof was !== "number") return [];
    const change = (counts.get(name) ?? 0) - was;
    return change === 0 ? [] : [[name, change] as const];
  });
  return changes.length > 0 ? Object.fromEntries(changes) : null;
}
