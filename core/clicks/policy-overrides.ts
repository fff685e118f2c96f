import type { Policy } from "./policy";

/**
 * The values that an override can set. Each is a number of clicks, devices, addresses or percent above
 * which clicks are refused or held: the smaller it is, the stricter (docs/decisions/243).
 */
export const overridableValues = [
  "burstClicks",
  "addressClicks",
  "networkClicks",
  "networkPercent",
  "anomalyPercent",
  "anomalyAddresses",
  "shared.burstClicks",
  "shared.addressClicks",
] as const;
export type OverridableValue = (typeof overridableValues)[number];
export type OverrideValues = Partial<Record<OverridableValue, number>>;

/**
 * Values that replace those of the policy for the clicks of one campaign or of one creator. A row never
 * changes: a newer revision replaces it, one without values ends it.
 */
export type PolicyOverride = {
  revision: number;
  /** Exactly one of the two is set. */
  campaignId: string | null;
  creatorId: string | null;
  values: OverrideValues;
  /** Whether a second operator approved it. Otherwise it can only be stricter than the policy. */
  isApproved: boolean;
  /** Judges clicks made from this time on (ms) and before `until`. */
  activeFrom: number;
  until: number;
};

/** The overrides that judge a click: its campaign's and its creator's. */
export type OverridePair = { campaign: PolicyOverride | null; creator: PolicyOverride | null };

/** Names the overrides that judged a click by their revisions. */
export type AppliedOverrides = { campaign: number | null; creator: number | null };

export const noOverrides: OverridePair = { campaign: null, creator: null };

type Clicked = { at: number; campaignId: string; creatorId: string };

/** Finds the overrides of a click: per subject the newest that had started when the click was made. */
export function indexOverrides(
  overrides: readonly PolicyOverride[],
): (click: Clicked) => OverridePair {
  if (overrides.length === 0) return () => noOverrides;
  const sorted = [...overrides].sort((a, b) => a.revision - b.revision);
  const byCampaign = Map.groupBy(sorted, ({ campaignId }) => campaignId);
  const byCreator = Map.groupBy(sorted, ({ creatorId }) => creatorId);
  return ({ at, campaignId, creatorId }) => ({
    campaign: findOverrideAt(byCampaign.get(campaignId), at),
    creator: findOverrideAt(byCreator.get(creatorId), at),
  });
}

/** `sorted` are the overrides of one subject, sorted by revision. An expired one does not bring back an older one. */
function findOverrideAt(
  sorted: readonly PolicyOverride[] | undefined,
  at: number,
): PolicyOverride | null {
  const newest = sorted?.findLast(({ activeFrom }) => activeFrom <= at);
  if (!newest || at >= newest.until || Object.keys(newest.values).length === 0) return null;
  return newest;
}

/**
 * Returns the policy with the overrides' values. The creator's value wins over the campaign's, unless the
 * campaign's is stricter than the policy: nothing loosens what protects a campaign.
 */
export function applyOverrides(policy: Policy, { campaign, creator }: OverridePair): Policy {
  return overridableValues.reduce((applied, name) => {
    const own = readValue(policy, name);
    const ofCampaign = overrideValue(own, campaign, name);
    const both = overrideValue(ofCampaign, creator, name);
    const value = ofCampaign < own ? Math.min(ofCampaign, both) : both;
    return value === own ? applied : withValue(applied, name, value);
  }, policy);
}

type Values = Pick<PolicyOverride, "values" | "isApproved">;

function overrideValue(value: number, override: Values | null, name: OverridableValue): number {
  const wanted = override?.values[name];
  if (wanted === undefined) return value;
  return override?.isApproved ? wanted : Math.min(value, wanted);
}

/** Returns the names of the values that are less strict than the policy's. */
export function findLoosened(policy: Policy, values: OverrideValues): OverridableValue[] {
  return overridableValues.filter((name) => (values[name] ?? 0) > readValue(policy, name));
}

/** Returns the names of the values that judge less strictly if approved `values` replace `current`. */
export function findLooser(
  policy: Policy,
  { current, values }: { current: Values; values: OverrideValues },
): OverridableValue[] {
  return overridableValues.filter((name) => {
    const own = readValue(policy, name);
    return (values[name] ?? own) > overrideValue(own, current, name);
  });
}

export function readValue(policy: Policy, name: OverridableValue): number {
  switch (name) {
    case "shared.burstClicks":
      return policy.shared.burstClicks;
    case "shared.addressClicks":
      return policy.shared.addressClicks;
    default:
      return policy[name];
  }
}

export function withValue(policy: Policy, name: OverridableValue, value: number): Policy {
  switch (name) {
    case "shared.burstClicks":
      return { ...policy, shared: { ...policy.shared, burstClicks: value } };
    case "shared.addressClicks":
      return { ...policy, shared: { ...policy.shared, addressClicks: value } };
    default:
      return { ...policy, [name]: value };
  }
}
