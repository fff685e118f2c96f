import type { AddressFacts } from "../ip/ip-data";
import type { Click } from "./click";
import type { CampaignFunds, ClickToJudge, JudgedBefore, Need, Neighbour, Shared } from "./facts";
import type { Policy } from "./policy";
import { isKnownAsShared, type Signal, type SignalName } from "./signal";
import type { JudgedClick } from "./spending";

/** The facts that a rule can read in addition to the click. */
export type ClickFacts = {
  found: ReadonlyMap<SignalName, Signal>;
  campaign: CampaignFunds;
  history: ClickHistory;
  policy: Policy;
};

/**
 * Other clicks that rules compare a click with: those in the facts and those judged so far. `visits`,
 * `paid` and `valid` throw if no rule declares that it needs them.
 */
export type ClickHistory = {
  /**
   * Visits that share a key with the click; includes the click itself unless it is the only one.
   */
  visits: (click: ClickToJudge, shared: Shared) => Timeline;
  /** Paid and held clicks that share a key with the click. */
  paid: (click: ClickToJudge, shared: Shared) => Timeline;
  /** The paid ones of these. Held clicks cost nothing: nobody can use up a number with them. */
  valid: (click: ClickToJudge, shared: Shared) => Timeline;
  /**
   * The click that set the device's cookie; null if there is none or it is not judged.
   */
  firstClick: (click: ClickToJudge) => JudgedBefore | null;
  /**
   * Number of paid and held clicks of the link in the `beforeMs` before the click, exact to 15
   * minutes.
   */
  paidOfLink: (click: ClickToJudge, beforeMs: number) => number;
  /** Number of these that are valid and came from addresses that are not known to be shared. */
  unsharedOfLink: (click: ClickToJudge, beforeMs: number) => number;
  /** Records a judged click, so that later clicks are compared with it. */
  add: (click: ClickToJudge, judged: Pick<JudgedClick, "verdict" | "reason" | "signals">) => void;
};

/** The limits that appear in descriptions of rules. */
export type RuleNumbers = Omit<Policy, "version" | "effects">;

type Evidence = Signal["evidence"];

/** Fields of every rule: its signal and its texts for people. */
type Described = {
  signal: SignalName;
  /** Category shown to creators; must not help to get around the rule. */
  category: string;
  /** Returns the rule as a sentence for the public page about bot detection. */
  describe: (numbers: RuleNumbers) => string;
  /**
   * The rule judges a click by its neighbours or by an address that people share. A player who joins
   * and comes back outweighs it (docs/decisions/019-games-grade-the-rules.md).
   */
  soft?: true;
  /** What differs at shared addresses on campaigns that choose so; absent if nothing does. */
  describeShared?: (numbers: RuleNumbers) => string;
};

export type SignedIn = { who: "creator" | "developer"; by: "address" | "device" };

/** The facts that a check can read in addition to the request. */
export type CheckContext = {
  /** Roles that were signed in with the click's device or ip address. */
  signedIn: readonly SignedIn[];
  /** Which of the click's keys followed the honeypot. */
  marked: readonly ("address" | "device")[];
  /** Whether many people are known to share the ip address. */
  onSharedNetwork: boolean;
  address: AddressFacts;
};

/** A rule that needs only the request; it runs when the click is recorded. */
export type Check = Described & {
  /** Returns the evidence, or null if the click does not show the signal. */
  find: (click: Click, context: CheckContext) => Evidence | null;
};

/** A check of the ip address, which also works without a click. */
export type AddressCheck = Described & {
  find: (
    click: Pick<Click, "userAgent">,
    context: Pick<CheckContext, "address">,
  ) => Evidence | null;
};

/**
 * The clicks that settlement applies a rule to: every click; clicks that no earlier rule found
 * invalid or unpaid; or, last, clicks that are about to claim their price from the budget.
 */
type AppliesTo = "every click" | "payable clicks" | "claiming clicks";

/**
 * A rule that needs a click's neighbours, its link's history or its campaign; it runs at
 * settlement.
 */
export type FactRule = Described & {
  appliesTo: AppliesTo;
  /** The facts that the rule reads; others are not available to it. */
  needs: (policy: Policy) => readonly Need[];
  /** Returns the evidence, or null if the click does not show the signal. */
  judge: (click: ClickToJudge, facts: ClickFacts) => Evidence | null;
};

export type Rule = Check | AddressCheck | FactRule | (Check & FactRule);

export const HOUR_MS = 3_600_000;

/** Max number of neighbours that evidence states; it stands for this many or more. */
export const MAX_COUNTED_CLICKS = 50;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

export function isFromSharedAddress({ signals }: Pick<ClickToJudge, "signals">): boolean {
  return signals.some(({ signal }) => signal === "shared_network");
}

/** Whether the campaign judges the click by the limits for addresses that many people share. */
export function usesSharedLimits({ campaign, found }: Pick<ClickFacts, "campaign" | "found">) {
  return campaign.clickRules === "shared-aware" && isKnownAsShared(found);
}

/** Whether its address has the daily number of shared addresses: also if many people only may share it. */
export function usesSharedNumber({ campaign, found }: Pick<ClickFacts, "campaign" | "found">) {
  return campaign.clickRules === "shared-aware" && found.has("shared_network");
}

/**
 * How long a device without a cookie counts as the same device (ms). A full browser sends the cookie
 * back that its first click set, so a second click without one is, at a shared address, most
 * probably of another machine: only the time that a response takes is left.
 */
export function weakDeviceMs(facts: Pick<ClickFacts, "campaign" | "found" | "policy">): number {
  const { weakDeviceHours, shared } = facts.policy;
  if (!usesSharedLimits(facts)) return HOUR_MS * weakDeviceHours;
  return facts.found.get("shared_network")?.evidence.fullBrowser === true
    ? SECOND_MS * shared.fullBrowserSeconds
    : MINUTE_MS * shared.weakDeviceMinutes;
}

/** The fewest paid clicks of an address that can make further ones be held. */
export function leastAddressClicks({ addressClicks, shared }: Policy): number {
  return Math.min(addressClicks, shared.addressClicks);
}

/**
 * Paid clicks of the click's address within `addressHours` before further ones are held. Of a shared
 * address it grows with the link's valid clicks from other addresses. Refused and held clicks cost a
 * farm nothing, and a farm of modems has hundreds of shared addresses a day: neither lifts it.
 */
export function maxAddressClicks(click: ClickToJudge, facts: ClickFacts): number {
  const { history, policy } = facts;
  const { addressClicks, addressHours, shared } = policy;
  if (!usesSharedNumber(facts)) return addressClicks;
  const unshared = history.unsharedOfLink(click, HOUR_MS * addressHours);
  const share = Math.floor((unshared * shared.addressPermille) / 1_000);
  return Math.max(shared.addressClicks, Math.min(share, shared.mostAddressClicks));
}

/** Clicks sorted by time. A search takes logarithmic time. */
export type Timeline = readonly Neighbour[];

/** Returns the clicks sorted by time, each id once. */
export function toTimeline(clicks: readonly Neighbour[]): Neighbour[] {
  const each = clicks.length < 2 ? clicks : new Map(clicks.map((c) => [c.id, c])).values();
  return [...each].sort((a, b) => a.at - b.at);
}

export function addToTimeline(timeline: Neighbour[], click: Neighbour): void {
  const last = timeline.at(-1);
  if (!last || last.at <= click.at) timeline.push(click);
  else timeline.splice(countUpTo(timeline, click.at), 0, click);
}

/** Returns the number of clicks from `from` to `to`, both inclusive. */
export function countBetween(timeline: Timeline, from: number, to: number): number {
  return Math.max(0, countUpTo(timeline, to) - countBefore(timeline, from));
}

/** Returns the number of clicks later than `after` and not later than `to`. */
export function countAfter(timeline: Timeline, after: number, to: number): number {
  return Math.max(0, countUpTo(timeline, to) - countUpTo(timeline, after));
}

/** Whether a click at `at` is one of `size` that lie within `windowMs`, both ends included. */
export function isCrowdedAt(
  timeline: Timeline,
  at: number,
  { size, windowMs }: { size: number; windowMs: number },
): boolean {
  if (timeline.length < size) return false;
  const first = Math.max(0, countBefore(timeline, at) - size + 1);
  for (let place = first; place < timeline.length; place += 1) {
    const start = timeline[place];
    const end = timeline[place + size - 1];
    if (!start || !end || start.at > at) return false;
    if (end.at >= at && end.at - start.at <= windowMs) return true;
  }
  return false;
}

/**
 * Clicks on either side of a time that `hasManyDevicesAt` looks at, or as many as the devices if they are
 * more: a flood costs no more.
 */
const NEAREST = 50;

/**
 * Whether a click at `at` is one of those of `size` devices that lie within `windowMs`, both ends
 * included. A click without a device key counts as a device.
 */
export function hasManyDevicesAt(
  timeline: Timeline,
  at: number,
  { size, windowMs }: { size: number; windowMs: number },
): boolean {
  const nearest = Math.max(NEAREST, size);
  const first = Math.max(countBefore(timeline, at) - nearest, countBefore(timeline, at - windowMs));
  const near = timeline.slice(first, countUpTo(timeline, at) + nearest);
  if (near.length < size) return false;
  const devices = new Map<string, number>();
  let next = 0;
  for (const start of near) {
    if (start.at > at) return false;
    for (; (near[next]?.at ?? Infinity) <= start.at + windowMs; next += 1) {
      const device = deviceName(near[next] ?? start);
      devices.set(device, (devices.get(device) ?? 0) + 1);
    }
    if (devices.size >= size) return true;
    const left = (devices.get(deviceName(start)) ?? 0) - 1;
    if (left > 0) devices.set(deviceName(start), left);
    else devices.delete(deviceName(start));
  }
  return false;
}

function deviceName({ id, deviceKey }: Neighbour): string {
  return deviceKey ?? id;
}

function countBefore(timeline: Timeline, at: number): number {
  return countWhile(timeline, (click) => click.at < at);
}

function countUpTo(timeline: Timeline, at: number): number {
  return countWhile(timeline, (click) => click.at <= at);
}

/** Returns the number of leading clicks for which `early` is true. */
function countWhile(timeline: Timeline, early: (click: Neighbour) => boolean): number {
  let low = 0;
  let high = timeline.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const click = timeline[middle];
    if (click && early(click)) low = middle + 1;
    else high = middle;
  }
  return low;
}
