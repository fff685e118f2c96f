import { priceAt } from "../campaigns/status";
import { factRules } from "./fact-rules";
import type { CampaignFunds, ClickToJudge, Facts } from "./facts";
import { openHistory } from "./histories";
import { makeSinglePolicyBook, type Policy, type PolicyBook } from "./policy";
import type { ClickFacts, FactRule } from "./rule";
import { type Signal, type SignalName, signalOrder } from "./signal";
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
 * but are not part of the result. Reads no clock and does not change the facts.
 */
export function judge(facts: Facts, judgedBy: Policy | PolicyBook): JudgedClick[] {
  const judgeClick = openJudge(facts, judgedBy);
  return [...facts.clicks].sort(inClickOrder).flatMap((click) => judgeClick(click) ?? []);
}

/**
 * Like `judge`, for a caller that pauses between clicks. It must pass each click once, in order.
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
  return (click: ClickToJudge): JudgedClick | null => {
    if (click.kept) {
      history.add(click, { verdict: click.kept, reason: null, signals: [...click.signals] });
      return null;
    }
    const campaign = campaigns.get(click.campaignId);
    if (!campaign) throw new Error(`The facts lack the campaign of click ${click.id}`);
    const judged = judgeOne(click, { campaign, history, policy: book.findAt(click.at) });
    history.add(click, judged);
    if (claims(judged)) claimCost(click, { campaign, priceMicros: judged.priceMicros });
    return judged;
  };
}

export function inClickOrder(a: ClickToJudge, b: ClickToJudge): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}

function claimCost(
  { at, creatorId }: ClickToJudge,
  { campaign, priceMicros }: { campaign: CampaignFunds; priceMicros: bigint },
): void {
  const costMicros = priceMicros + campaign.feeMicros;
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
  const priceMicros = priceAt(campaign, click.at);
  return {
    id: click.id,
    signals: inDecidingOrder([...found.values()]),
    verdict: decision.verdict,
    reason: decision.reason,
    priceMicros,
    paidMicros: decision.verdict === "valid" ? priceMicros : 0n,
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
