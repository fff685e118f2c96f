import type { CampaignState } from "../campaigns/campaign-status";
import { ipKeyNetwork } from "./ip-key";
import type { FinalVerdict, Signal } from "./signal";

/** A recorded click as it is judged. `at` is in milliseconds since 1970. */
export type ClickToJudge = {
  id: string;
  at: number;
  campaignId: string;
  creatorId: string;
  /** Null when it was forgotten: the click then shares its address with no other. */
  ipKey: string | null;
  deviceKey: string | null;
  /** What the device is called by its looks, whether it has a cookie or not. */
  weakKey: string | null;
  /** Known by its cookie. */
  deviceKnown: boolean;
  /** Phone, tablet and the like; null if it was not stored. */
  deviceClass: string | null;
  /** What was found when it was recorded, in any order. */
  signals: readonly Signal[];
  /** A verdict that stays as it is and counts for the clicks after it; null for a click to judge. */
  kept: FinalVerdict | null;
};

/**
 * What neighbours share: an address, a device, a device's looks at an address, or an IPv6 network;
 * everywhere, on the same campaign, on the links of the same creator, or on the same link.
 */
export type Shared = {
  key: "ipKey" | "deviceKey" | "looks" | "network48" | "network56";
  within: "everywhere" | "campaign" | "creator" | "link";
};

/**
 * Clicks that share something with the click and lie near it in time: visits, judged or not, or
 * clicks that were paid or are held. Of those at most `beforeMs` before and `afterMs` after the
 * click, at least the `nearest` ones on either side are read.
 */
export type NeighbourNeed = Shared & {
  kind: "neighbours";
  among: "visits" | "paid";
  beforeMs: number;
  afterMs: number;
  nearest: number;
};

export type Need =
  | NeighbourNeed
  /** The click whose answer set the device's cookie, if it lies at most `withinMs` before or after. */
  | { kind: "first click"; withinMs: number }
  /** How the last `visits` counted visits of the link were judged. */
  | { kind: "outcomes"; visits: number }
  /** The paid clicks of links with more than `above` neighbours who share this, per quarter of an hour. */
  | { kind: "paid of link"; beforeMs: number; above: number; shared: Shared };

/** The clicks of a link made in the quarter of an hour from `startsAt` on that were paid or are held. */
export type PaidQuarter = { startsAt: number; clicks: number };

export const QUARTER_MS = 900_000;

export type Neighbour = Pick<ClickToJudge, "id" | "at" | "deviceKnown" | "deviceKey">;

/** A click that was judged before, as far as a device's later clicks depend on it. */
export type JudgedBefore = {
  id: string;
  at: number;
  campaignId: string;
  deviceKnown: boolean;
  verdict: FinalVerdict;
  reason: string | null;
};

/** A campaign as its clicks are judged by it. */
export type CampaignFunds = CampaignState & {
  payoutMicros: bigint;
  /** Escrow that neither a paid nor a held click has claimed. */
  freeMicros: bigint;
};

/** How a link's last counted visits were judged, the newest last. */
export type LinkOutcomes = {
  /** A character per visit: 1 was refused, 0 passed. */
  visits: string;
  /** The traces of at least the refused ones. */
  refused: string;
};

/** Everything that a batch of clicks is judged by. */
export type Facts = {
  /** In any order. */
  clicks: readonly ClickToJudge[];
  campaigns: ReadonlyMap<string, CampaignFunds>;
  /** By `needName`, then by `sharedKey`; in any order. They may repeat clicks of the batch. */
  neighbours: ReadonlyMap<string, ReadonlyMap<string, readonly Neighbour[]>>;
  /** By the click's id. */
  firstClicks: ReadonlyMap<string, JudgedBefore>;
  /** By `linkKey`. */
  outcomes: ReadonlyMap<string, LinkOutcomes>;
  /** By `linkKey`. */
  paidOfLinks: ReadonlyMap<string, readonly PaidQuarter[]>;
};

export function needName({ among, key, within }: Shared & Pick<NeighbourNeed, "among">): string {
  return `${among} by ${key} ${within}`;
}

type Keyed = Pick<ClickToJudge, "campaignId" | "creatorId" | "ipKey" | "deviceKey" | "weakKey">;

/** What the click shares with its neighbours, within what holds them; null if it shares nothing. */
export function sharedKey(click: Keyed, { key, within }: Shared): string | null {
  const shared = unscopedKey(click, key);
  return shared === null || within === "everywhere"
    ? shared
    : `${scopeKey(click, within)} ${shared}`;
}

/** What holds the neighbours. */
export function scopeKey(click: Keyed, within: Shared["within"]): string {
  switch (within) {
    case "everywhere":
      return "";
    case "campaign":
      return click.campaignId;
    case "creator":
      return click.creatorId;
    case "link":
      return linkKey(click);
  }
}

/** What the click shares with its neighbours; null if it shares nothing. */
export function unscopedKey(click: Keyed, key: Shared["key"]): string | null {
  const { ipKey, deviceKey, weakKey } = click;
  if (key === "deviceKey") return deviceKey;
  if (ipKey === null || key === "ipKey") return ipKey;
  if (key === "looks") return weakKey === null ? null : `${ipKey} ${weakKey}`;
  return ipKeyNetwork(ipKey, key === "network48" ? 48 : 56);
}

export function linkKey({
  campaignId,
  creatorId,
}: Pick<ClickToJudge, "campaignId" | "creatorId">): string {
  return `${campaignId}:${creatorId}`;
}

/** The neighbours that several rules need together: each kind once, with the widest reach. */
export function mergeNeighbourNeeds(needs: readonly Need[]): NeighbourNeed[] {
  const merged = new Map<string, NeighbourNeed>();
  for (const need of needs) {
    if (need.kind !== "neighbours") continue;
    const known = merged.get(needName(need)) ?? need;
    merged.set(needName(need), {
      ...need,
      beforeMs: Math.max(known.beforeMs, need.beforeMs),
      afterMs: Math.max(known.afterMs, need.afterMs),
      nearest: Math.max(known.nearest, need.nearest),
    });
  }
  return [...merged.values()];
}
