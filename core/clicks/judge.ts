import { type ClickCost, costAt, sumCosts } from "../campaigns/status";
import { parseFirstClickId } from "../ids";
import { factRules, listNeeds } from "./fact-rules";
import {
  type CampaignFunds,
  type ClickToJudge,
  type Facts,
  linkKey,
  mergeNeighbourNeeds,
  type Neighbour,
  type NeighbourNeed,
  needName,
  type PaidQuarter,
  QUARTER_MS,
  type Shared,
  scopeKey,
  sharedKey,
  type Unjudged,
  unscopedKey,
} from "./facts";
import { makeSinglePolicyBook, type Policy, type PolicyBook } from "./policy";
import {
  addToTimeline,
  type ClickFacts,
  type ClickHistory,
  type FactRule,
  isFromSharedAddress,
  type Timeline,
  toTimeline,
} from "./rule";
import { isVisit, type Signal, type SignalName, signalOrder } from "./signal";
import {
  addClaim,
  claims,
  copySpending,
  type Decision,
  decideVerdict,
  type JudgedClick,
} from "./spending";

/**
 * Judges a batch of clicks one by one, sorted by time, then by id. Rules compare each click with
 * those judged before it, in this batch or earlier. Clicks with a kept verdict are compared with,
 * but are not part of the result. Ends before the first click that an unjudged one may decide about.
 * Reads no clock and does not change the facts.
 */
export function judge(facts: Facts, judgedBy: Policy | PolicyBook): JudgedClick[] {
  const judgeClick = openJudge(facts, judgedBy);
  const judged: JudgedClick[] = [];
  for (const click of [...facts.clicks].sort(inClickOrder)) {
    const unjudged = facts.unjudged?.get(click.id);
    if (unjudged && judgeClick.mustWait(click, unjudged)) break;
    const one = judgeClick(click);
    if (one) judged.push(one);
  }
  return judged;
}

/**
 * Like `judge`, for a caller that pauses between clicks. It must pass each click once, in order.
 * `mustWait` says beforehand whether the unjudged clicks may decide about the next one.
 */
export function openJudge(facts: Facts, judgedBy: Policy | PolicyBook) {
  const book = "findAt" in judgedBy ? judgedBy : makeSinglePolicyBook(judgedBy);
  const history = openHistory(facts, book.policies);
  const campaigns = new Map(
    [...facts.campaigns].map(([id, campaign]) => {
      const spending = campaign.spending && copySpending(campaign.spending);
      return [id, { ...campaign, spending }];
    }),
  );
  const findCampaign = (click: ClickToJudge) => {
    const campaign = campaigns.get(click.campaignId);
    if (!campaign) throw new Error(`The facts lack the campaign of click ${click.id}`);
    return campaign;
  };
  const judgeClick = (click: ClickToJudge): JudgedClick | null => {
    if (click.kept) {
      history.add(click, { verdict: click.kept, reason: null, signals: [...click.signals] });
      return null;
    }
    const campaign = findCampaign(click);
    const judged = judgeOne(click, { campaign, history, policy: book.findAt(click.at) });
    history.add(click, judged);
    if (claims(judged)) claimCost(click, campaign, judged);
    return judged;
  };
  const mustWait = (click: ClickToJudge, { clicks, all }: Unjudged): boolean => {
    const known = { campaign: findCampaign(click), policy: book.findAt(click.at) };
    const without = judgeOne(click, { ...known, history });
    const withAll = judgeOne(click, { ...known, history: supposePaid(history, clicks) });
    if (!isSameOutcome(without, withAll)) return true;
    // Of two clicks of one moment, the later one counts for the earlier one if it is judged first.
    return without.verdict !== "invalid" && (!all || clicks.some(({ at }) => at === click.at));
  };
  return Object.assign(judgeClick, { mustWait });
}

/**
 * With each further paid click of other campaigns, a rule applies from some number on, or no longer. If
 * none and all of them have the same outcome, so has every number between.
 */
function supposePaid(history: ClickHistory, paid: readonly ClickToJudge[]): ClickHistory {
  const within = (click: ClickToJudge, shared: Shared, known: Timeline) => {
    const key = sharedKey(click, shared);
    const added = paid.filter((each) => key !== null && sharedKey(each, shared) === key);
    return toTimeline([...known, ...added]);
  };
  return {
    ...history,
    paid: (click, shared) => within(click, shared, history.paid(click, shared)),
    valid: (click, shared) => within(click, shared, history.valid(click, shared)),
    firstClick: (click) => {
      const id = click.deviceKey && parseFirstClickId(click.deviceKey);
      const first = paid.find((each) => each.id === id);
      return first ? { ...first, verdict: "valid", reason: null } : history.firstClick(click);
    },
  };
}

function isSameOutcome(a: JudgedClick, b: JudgedClick): boolean {
  return a.verdict === b.verdict && JSON.stringify(a.signals) === JSON.stringify(b.signals);
}

export function inClickOrder(a: ClickToJudge, b: ClickToJudge): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}

function claimCost(
  { at, creatorId }: ClickToJudge,
  campaign: CampaignFunds,
  cost: ClickCost,
): void {
  const costMicros = sumCosts([cost]);
  campaign.freeMicros -= costMicros;
  if (campaign.spending) addClaim(campaign.spending, { at, creatorId, costMicros });
}

function judgeOne(click: ClickToJudge, known: Omit<ClickFacts, "found">): JudgedClick {
  const { campaign, policy } = known;
  const found = new Map<SignalName, Signal>();
  for (const each of click.signals) if (!found.has(each.signal)) found.set(each.signal, each);
  const applying = { click, found, facts: { ...known, found } };
  const decide = () => decideVerdict([...found.keys()], policy.effects);
  apply(rulesFor.everyClick, applying);
  if (claims(decide())) apply(rulesFor.payable, applying);
  let decision: Decision = decide();
  if (claims(decision)) {
    const reason = apply(rulesFor.claiming, applying);
    if (reason) decision = { verdict: "unpaid", reason };
  }
  const cost = costAt(campaign, click.at);
  return {
    id: click.id,
    signals: inDecidingOrder([...found.values()]),
    verdict: decision.verdict,
    reason: decision.reason,
    ...cost,
    paidMicros: decision.verdict === "valid" ? cost.priceMicros : 0n,
    policyVersion: policy.version,
  };
}

type Applying = { click: ClickToJudge; facts: ClickFacts; found: Map<SignalName, Signal> };

/** Adds the signals that the rules find and returns the first new one; null if there is none. */
function apply(rules: readonly FactRule[], { click, facts, found }: Applying): SignalName | null {
  let first: SignalName | null = null;
  for (const { signal, judge } of rules) {
    const evidence = found.has(signal) ? null : judge(click, facts);
    if (!evidence) continue;
    found.set(signal, { signal, evidence });
    first ??= signal;
  }
  return first;
}

const applyingTo = (clicks: FactRule["appliesTo"]) =>
  factRules.filter(({ appliesTo }) => appliesTo === clicks);

const rulesFor = {
  everyClick: applyingTo("every click"),
  payable: applyingTo("payable clicks"),
  claiming: applyingTo("claiming clicks"),
};

const places = new Map<SignalName, number>(signalOrder.map((signal, place) => [signal, place]));

function inDecidingOrder(signals: Signal[]): Signal[] {
  const place = ({ signal }: Signal) => places.get(signal) ?? signalOrder.length;
  return signals.length < 2 ? signals : signals.sort((a, b) => place(a) - place(b));
}

/**
 * Max time from the visitor to the queue, including clock differences. A click that takes longer,
 * such as one from the spool, is late: it is judged with the neighbours recorded by then.
 */
const GRACE_MS = 5_000;

type Horizon = {
  now: Date;
  windowSeconds: number;
  /** Time of the oldest click in the queue, read after `now`; null if the queue is empty. */
  oldestUnrecordedAt: number | null;
};

/**
 * Returns the time before which clicks can be judged: all clicks up to one window later are
 * recorded, so no neighbour is missing.
 */
export function settlementWatermark({ now, windowSeconds, oldestUnrecordedAt }: Horizon): Date {
  const recordedUpTo = Math.min(now.getTime() - GRACE_MS, oldestUnrecordedAt ?? Infinity);
  return new Date(recordedUpTo - windowSeconds * 1_000);
}

/**
 * Returns the milliseconds until a click can be judged if the queue is empty; 0 if it can be judged
 * now.
 */
export function msUntilJudged(click: {
  clickedAt: Date;
  windowSeconds: number;
  now: Date;
}): number {
  const judgedAt = click.clickedAt.getTime() + click.windowSeconds * 1_000 + GRACE_MS;
  return Math.max(0, judgedAt - click.now.getTime());
}

/** Tracks the facts that the rules need under any of the policies. */
function openHistory(facts: Facts, policies: readonly Policy[]): ClickHistory {
  const needs = listNeeds(policies);
  const neighbours = mergeNeighbourNeeds(needs).map((need) => ({
    need,
    ...openNeighbours(facts, need),
  }));
  const ofPaid = neighbours.filter(({ need }) => need.among === "paid");
  const ofValid = neighbours.filter(({ need }) => need.among === "valid");
  const link = openLinkHistory(facts);
  const judged = new Map(facts.firstClicks);
  const finder = (among: NeighbourNeed["among"]) => {
    const known = new Map<Shared, (typeof neighbours)[number]>();
    return (click: ClickToJudge, shared: Shared): Timeline => {
      let found = known.get(shared);
      if (!found) {
        const name = needName({ among, ...shared });
        found = neighbours.find(({ need }) => needName(need) === name);
        if (!found) throw new Error(`No rule declares that it needs ${name}`);
        known.set(shared, found);
      }
      return found.of(click);
    };
  };
  return {
    visits: finder("visits"),
    paid: finder("paid"),
    valid: finder("valid"),
    firstClick: ({ deviceKnown, deviceKey }) => {
      const id = deviceKnown && deviceKey !== null ? parseFirstClickId(deviceKey) : null;
      return id === null ? null : (judged.get(id) ?? null);
    },
    paidOfLink: link.paid,
    unsharedOfLink: link.unshared,
    add: (click, outcome) => {
      const { verdict, reason } = outcome;
      if (!click.deviceKnown) {
        const { id, at, campaignId, deviceKnown } = click;
        judged.set(id, { id, at, campaignId, deviceKnown, verdict, reason });
      }
      if (!claims({ verdict })) return;
      link.addPaid(click, verdict === "valid" && !isFromSharedAddress(click));
      for (const paid of ofPaid) paid.add(click);
      if (verdict === "valid") for (const valid of ofValid) valid.add(click);
    },
  };
}

type Link = {
  /** By the start of the quarter of an hour (ms). */
  quarters: Map<number, Omit<PaidQuarter, "startsAt">>;
};

/** Tracks each click's link: the facts that were read, and the clicks judged so far. */
function openLinkHistory(facts: Facts) {
  const links = new NestedMap<Link>();
  const open = (click: ClickToJudge): Link => {
    const known = links.get(click.campaignId, click.creatorId);
    if (known) return known;
    const key = linkKey(click);
    const paid = facts.paidOfLinks.get(key) ?? [];
    const link = {
      quarters: new Map(paid.map(({ startsAt, ...counts }) => [startsAt, counts])),
    };
    links.set(click.campaignId, click.creatorId, link);
    return link;
  };
  const sum = (click: ClickToJudge, beforeMs: number, count: "clicks" | "unshared"): number => {
    let total = 0;
    for (const [startsAt, quarter] of open(click).quarters) {
      if (startsAt > click.at - beforeMs && startsAt <= click.at) total += quarter[count];
    }
    return total;
  };
  return {
    paid: (click: ClickToJudge, beforeMs: number): number => sum(click, beforeMs, "clicks"),
    unshared: (click: ClickToJudge, beforeMs: number): number => sum(click, beforeMs, "unshared"),
    addPaid: (click: ClickToJudge, isUnshared: boolean): void => {
      const { quarters } = open(click);
      const startsAt = click.at - (click.at % QUARTER_MS);
      const { clicks, unshared } = quarters.get(startsAt) ?? { clicks: 0, unshared: 0 };
      quarters.set(startsAt, { clicks: clicks + 1, unshared: unshared + (isUnshared ? 1 : 0) });
    },
  };
}

const none: Timeline = [];

export type OpenNeighbours = {
  /** The click's neighbours, sorted by time. */
  of: (click: ClickToJudge) => Timeline;
  add: (click: ClickToJudge) => void;
};

/** Tracks the neighbours of one need. Sorts a key's timeline when it is first queried. */
function openNeighbours(facts: Facts, need: NeighbourNeed): OpenNeighbours {
  const read = nest(facts.neighbours.get(needName(need)), need);
  const visits = need.among === "visits" ? groupVisits(facts.clicks, need) : null;
  const opened = new NestedMap<Neighbour[]>();
  const open = (scope: string, key: string): Neighbour[] | null => {
    const known = opened.get(scope, key);
    if (known) return known;
    const before = read?.get(scope, key);
    const own = visits?.get(scope, key);
    if (!before && (!own || own.length < 2)) return null;
    const timeline = toTimeline([...(before ?? []), ...(own ?? [])]);
    opened.set(scope, key, timeline);
    return timeline;
  };
  return {
    of: (click) => {
      const key = unscopedKey(click, need.key);
      return key === null ? none : (open(scopeKey(click, need.within), key) ?? none);
    },
    add: (click) => {
      const key = unscopedKey(click, need.key);
      if (key === null) return;
      const scope = scopeKey(click, need.within);
      const timeline = open(scope, key);
      if (timeline) addToTimeline(timeline, click);
      else opened.set(scope, key, [click]);
    },
  };
}

function groupVisits(clicks: readonly ClickToJudge[], { key, within }: Shared) {
  const groups = new NestedMap<ClickToJudge[]>();
  for (const click of clicks) {
    const shared = isVisit(click.signals) ? unscopedKey(click, key) : null;
    if (shared === null) continue;
    const scope = scopeKey(click, within);
    const group = groups.get(scope, shared);
    if (group) group.push(click);
    else groups.set(scope, shared, [click]);
  }
  return groups;
}

/** Splits the keys of the neighbours that were read into scope and key. No scope contains a blank. */
function nest(read: ReadonlyMap<string, readonly Neighbour[]> | undefined, { within }: Shared) {
  if (!read || read.size === 0) return null;
  const nested = new NestedMap<readonly Neighbour[]>();
  for (const [key, neighbours] of read) {
    const blank = within === "everywhere" ? -1 : key.indexOf(" ");
    nested.set(key.slice(0, Math.max(0, blank)), key.slice(blank + 1), neighbours);
  }
  return nested;
}

/** A map with two-part keys. Joining the parts would cost more than all other work per click. */
class NestedMap<Value> {
  readonly #maps = new Map<string, Map<string, Value>>();

  get(outer: string, inner: string): Value | undefined {
    return this.#maps.get(outer)?.get(inner);
  }

  set(outer: string, inner: string, value: Value): void {
    const map = this.#maps.get(outer);
    if (map) map.set(inner, value);
    else this.#maps.set(outer, new Map([[inner, value]]));
  }
}
