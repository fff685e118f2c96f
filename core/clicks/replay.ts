import { notVisits } from "./burst";
import { firstClickOf } from "./first-click";
import type { Policy } from "./policy";
import type { JudgedClick, RecordedClick } from "./settlement-model";
import type { FinalVerdict, SignalName } from "./signal";
import { decideVerdict } from "./verdict";

const HOUR_MS = 3_600_000;

type Budget = { payoutMicros: bigint; freeMicros: bigint };

type Beginning = {
  policy: Policy;
  windowMs: number;
  /** Every click that may be part of a burst with one of those to judge, these among them. */
  recorded: readonly RecordedClick[];
  /** Clicks from before the first to judge that were paid or are held, in any order. */
  paid: readonly RecordedClick[];
  /** How the last visits of each link were judged before, the newest last: 1 is refused. By `linkOf`. */
  outcomes: ReadonlyMap<string, string>;
  budgets: ReadonlyMap<string, Budget>;
};

export type Replay = {
  /** Clicks come in click order: by time, then by id. */
  judge: (click: RecordedClick) => JudgedClick;
  /** A click that is not judged again but counts as what it is. */
  keep: (click: RecordedClick, verdict: FinalVerdict) => void;
};

/**
 * Judges stored clicks one by one as `judgeClicks` of the settlement model does, which says what is
 * right, but with look-ups in place of searches. What a campaign's state did to a click is among
 * its signals already.
 */
export function openReplay({ policy, windowMs, ...given }: Beginning): Replay {
  const visits = given.recorded.filter(isVisit);
  const ipBursts = findBursts(visits, ({ ipKey }) => ipKey, { windowMs, ...policy });
  const deviceBursts = findBursts(visits, ({ deviceKey }) => deviceKey, { windowMs, ...policy });
  const history = openHistory(policy, given.outcomes);
  const left = new Map([...given.budgets].map(([id, { freeMicros }]) => [id, freeMicros]));
  for (const click of [...given.paid].sort((a, b) => a.at - b.at)) history.addPaid(click);

  const keep = (click: RecordedClick, verdict: FinalVerdict) => {
    if (counts(verdict)) history.addPaid(click);
    history.addOutcome(click, verdict);
  };
  const pay = (click: RecordedClick): bigint | null => {
    const payoutMicros = given.budgets.get(click.campaignId)?.payoutMicros ?? 0n;
    const freeMicros = left.get(click.campaignId) ?? 0n;
    if (freeMicros < payoutMicros) return null;
    left.set(click.campaignId, freeMicros - payoutMicros);
    return payoutMicros;
  };
  const judge = (click: RecordedClick): JudgedClick => {
    const signals = new Set(click.signals);
    if (ipBursts.has(click.id)) signals.add("ip_burst");
    if (deviceBursts.has(click.id)) signals.add("device_burst");
    const decide = () => decideVerdict([...signals], policy.effects);
    if (counts(decide().verdict)) for (const name of history.find(click)) signals.add(name);
    const decision = decide();
    const price = counts(decision.verdict) ? pay(click) : 0n;
    if (price === null) signals.add("exhausted");
    const { verdict, reason } =
      price === null ? { verdict: "unpaid" as const, reason: "exhausted" as const } : decision;
    keep(click, verdict);
    if (reason === "device_repeat") history.addFirst(click);
    const paidMicros = verdict === "valid" ? (price ?? 0n) : 0n;
    return { id: click.id, signals: [...signals], verdict, reason, paidMicros };
  };
  return { judge, keep };
}

export function linkOf({ campaignId, creatorId }: Pick<RecordedClick, "campaignId" | "creatorId">) {
  return `${campaignId}:${creatorId}`;
}

/** A held click counts as paid, since it may be. */
function counts(verdict: FinalVerdict): boolean {
  return verdict === "valid" || verdict === "held";
}

function isVisit({ signals }: RecordedClick): boolean {
  return !signals.some((name) => notVisits.includes(name));
}

type BurstRule = { windowMs: number; burstClicks: number };

function findBursts(
  visits: readonly RecordedClick[],
  keyOf: (click: RecordedClick) => string,
  { windowMs, burstClicks }: BurstRule,
): Set<string> {
  const found = new Set<string>();
  for (const together of Map.groupBy(visits, keyOf).values()) {
    if (together.length < burstClicks) continue;
    const sorted = together.toSorted((a, b) => a.at - b.at);
    for (const [index, first] of sorted.entries()) {
      const last = sorted[index + burstClicks - 1];
      if (!last) break;
      if (last.at - first.at > windowMs) continue;
      for (const { id } of sorted.slice(index, index + burstClicks)) found.add(id);
    }
  }
  return found;
}

/** What a click shows beside those that came before it. */
function openHistory(policy: Policy, outcomes: ReadonlyMap<string, string>) {
  const lastPaid = new Map<string, number>();
  const firstClicks = new Map<string, number>();
  const addressTimes = new Map<string, number[]>();
  const links = new Map<string, { visits: boolean[]; refused: number }>();
  const deviceOf = ({ campaignId, deviceKey, deviceKnown }: RecordedClick) =>
    `${campaignId}:${deviceKnown}:${deviceKey}`;
  const addressOf = ({ campaignId, ipKey }: RecordedClick) => `${campaignId}:${ipKey}`;
  const linkHistory = (click: RecordedClick) => {
    const key = linkOf(click);
    const known = links.get(key);
    if (known) return known;
    const visits = [...(outcomes.get(key) ?? "").slice(-policy.anomalyClicks)].map(
      (c) => c === "1",
    );
    const fresh = { visits, refused: visits.filter(Boolean).length };
    links.set(key, fresh);
    return fresh;
  };
  const isRepeat = (click: RecordedClick) => {
    const hours = click.deviceKnown ? policy.knownDeviceHours : policy.weakDeviceHours;
    const first = click.deviceKnown ? firstClickOf(click.deviceKey) : null;
    const before = [lastPaid.get(deviceOf(click)), firstClicks.get(`${click.campaignId}:${first}`)];
    return before.some((at) => at !== undefined && click.at - at < HOUR_MS * hours);
  };
  const isBusy = (click: RecordedClick) => {
    const times = addressTimes.get(addressOf(click)) ?? [];
    const since = click.at - HOUR_MS * policy.addressHours;
    while ((times[0] ?? Infinity) <= since) times.shift();
    return times.length >= policy.addressClicks;
  };
  const isUnusual = (click: RecordedClick) => {
    const { visits, refused } = linkHistory(click);
    const { anomalyClicks, anomalyPercent } = policy;
    return visits.length === anomalyClicks && refused * 100 > anomalyClicks * anomalyPercent;
  };
  /** A click by whose answer a device may have been given its cookie. */
  const addFirst = ({ id, campaignId, deviceKnown, at }: RecordedClick) => {
    if (!deviceKnown) firstClicks.set(`${campaignId}:${id}`, at);
  };
  return {
    addFirst,
    addPaid: (click: RecordedClick) => {
      addFirst(click);
      lastPaid.set(deviceOf(click), click.at);
      const address = addressOf(click);
      const times = addressTimes.get(address);
      if (times) times.push(click.at);
      else addressTimes.set(address, [click.at]);
    },
    addOutcome: (click: RecordedClick, verdict: FinalVerdict) => {
      if (!isVisit(click)) return;
      const link = linkHistory(click);
      link.visits.push(verdict === "invalid");
      if (verdict === "invalid") link.refused += 1;
      if (link.visits.length > policy.anomalyClicks && link.visits.shift()) link.refused -= 1;
    },
    find: (click: RecordedClick): SignalName[] => {
      const repeated = isRepeat(click);
      return [
        ...(repeated ? (["device_repeat"] as const) : []),
        ...(!repeated && isBusy(click) ? (["ip_daily"] as const) : []),
        ...(isUnusual(click) ? (["link_anomaly"] as const) : []),
      ];
    },
  };
}
