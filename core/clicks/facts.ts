import type { Audience } from "../campaigns/audience";
import type { ClickRules } from "../campaigns/campaign-input";
import type { CampaignState, Pricing } from "../campaigns/status";
import { ipKeyNetwork } from "../ip/numbers";
import type { FinalVerdict, Signal, SignalName } from "./signal";
import type { Spending } from "./spending";

/** A recorded click that settlement judges. `at` is in milliseconds since 1970. */
export type ClickToJudge = {
  id: string;
  at: number;
  campaignId: string;
  creatorId: string;
  /** Null if the personal data was erased: the click then shares its ip address with no other. */
  ipKey: string | null;
  deviceKey: string | null;
  /** Hash of address, user agent, language and client hints, also for devices with a cookie. */
  weakKey: string | null;
  /** Whether the device is known by its cookie. */
  deviceKnown: boolean;
  /** Phone, tablet and the like; null if it was not stored. */
  deviceClass: string | null;
  /** ISO 3166 code; null if unknown. */
  country: string | null;
  /** What was found when it was recorded, in any order. */
  signals: readonly Signal[];
  /** A final verdict that later clicks are compared with; null if the click is to be judged. */
  kept: FinalVerdict | null;
};

/**
 * Key that neighbours share, and its scope. Keys: ip address, device, weak key at an ip address, or
 * IPv6 network. Scopes: everywhere, one campaign, the links of one creator, or one link.
 */
export type Shared = {
  key: "ipKey" | "deviceKey" | "looks" | "network48" | "network56";
  within: "everywhere" | "campaign" | "creator" | "link";
};

/**
 * Clicks that share a key with the click and are near it in time: visits, judged or not, paid
 * and held clicks, or valid clicks. Reads those from `beforeMs` before to `afterMs` after the click, but at least
 * the `nearest` ones on either side.
 */
export type NeighbourNeed = Shared & {
  kind: "neighbours";
  among: "visits" | "paid" | "valid";
  beforeMs: number;
  afterMs: number;
  nearest: number;
};

export type Need =
  | NeighbourNeed
  /** The click that set the device's cookie, if it is at most `withinMs` away. */
  | { kind: "first click"; withinMs: number }
  /**
   * Paid clicks of the link per 15 minutes; read only for links with more than `above` valid
   * neighbours.
   */
  | {
      kind: "paid of link";
      beforeMs: number;
      above: number;
      shared: Shared;
      /** Read only if a click has this signal. */
      signal?: SignalName;
    };

/**
 * Clicks of a link in the 15 minutes from `startsAt`: `clicks` are paid or held, `unshared` are valid
 * and come from addresses that are not known to be shared.
 */
export type PaidQuarter = { startsAt: number; clicks: number; unshared: number };

export const QUARTER_MS = 900_000;

export type Neighbour = Pick<ClickToJudge, "id" | "at" | "deviceKnown" | "deviceKey">;

/** The part of an earlier judged click that rules about the same device's later clicks need. */
export type JudgedBefore = {
  id: string;
  at: number;
  campaignId: string;
  deviceKnown: boolean;
  verdict: FinalVerdict;
  reason: string | null;
};

export type CampaignFunds = CampaignState &
  Pricing & {
    clickRules: ClickRules;
    audience: Audience;
    /** Escrow that neither a paid nor a held click has claimed. */
    freeMicros: bigint;
    /** Null if the campaign has no limits. */
    spending: Spending | null;
  };

export type Facts = {
  /** The clicks to judge, in any order. */
  clicks: readonly ClickToJudge[];
  campaigns: ReadonlyMap<string, CampaignFunds>;
  /**
   * Keyed by `needName`, then by `sharedKey`; in any order. They may repeat clicks of the batch.
   */
  neighbours: ReadonlyMap<string, ReadonlyMap<string, readonly Neighbour[]>>;
  /** Keyed by the click's id. */
  firstClicks: ReadonlyMap<string, JudgedBefore>;
  /** By `linkKey`. */
  paidOfLinks: ReadonlyMap<string, readonly PaidQuarter[]>;
  /** Absent if every click of the batch comes after all that can decide about it. */
  unjudged?: ReadonlyMap<string, Unjudged>;
};

/**
 * Clicks before a click of the batch that share a key with it and that another shard has yet to judge, by
 * the click's id. `all` is false if only some are known.
 */
export type Unjudged = { clicks: readonly ClickToJudge[]; all: boolean };

export function needName({ among, key, within }: Shared & Pick<NeighbourNeed, "among">): string {
  return `${among} by ${key} ${within}`;
}

type Keyed = Pick<ClickToJudge, "campaignId" | "creatorId" | "ipKey" | "deviceKey" | "weakKey">;

/**
 * Returns the key that the click shares with its neighbours, with its scope; null if it has none.
 */
export function sharedKey(click: Keyed, { key, within }: Shared): string | null {
  const shared = unscopedKey(click, key);
  return shared === null || within === "everywhere"
    ? shared
    : `${scopeKey(click, within)} ${shared}`;
}

/** Returns the id of the scope; empty for `everywhere`. */
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

/**
 * Returns the key that the click shares with its neighbours, without scope; null if it has none.
 */
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

/** Merges the rules' neighbour needs: each kind once, with its widest span and count. */
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
