import type { Policy } from "../policy";
import { nonVisitSignals, type SignalName } from "../signal";
import { decideVerdict } from "../spending";
import { type BurstRule, findBursts, findDeviceBursts } from "./find-bursts";
import { findInHistory } from "./model-history";
import { feeThen, findReachedLimits, priceThen } from "./model-limits";
import {
  type CampaignFunds,
  type JudgedClick,
  type Pass,
  type RecordedClick,
  takesBudget,
} from "./model-types";

/**
 * Returns the result of one settlement pass, computed click by click without optimisations: the
 * oracle that `judge`, settlement and replay are tested against.
 */
export function judgeClicks(pass: Pass): JudgedClick[] {
  const { due, recorded, campaigns, policy, windowMs } = pass;
  const judged = [...pass.judged];
  const visits = recorded.filter(
    ({ signals }) => !signals.some((name) => nonVisitSignals.includes(name)),
  );
  const bursts = findVisitBursts(visits, { windowMs, burstClicks: policy.burstClicks });
  const sharedBursts = findSharedBursts(visits, {
    windowMs,
    burstClicks: policy.shared.burstClicks,
  });
  const left = new Map(
    [...campaigns].map(([id, { escrowMicros, claimedMicros }]) => [
      id,
      escrowMicros - claimedMicros,
    ]),
  );
  return [...due].sort(inClickOrder).map((click) => {
    const funds = campaigns.get(click.campaignId);
    if (!funds) throw new Error(`Click ${click.id} is on no campaign`);
    const signals = [...click.signals];
    const add = (name: SignalName) => signals.includes(name) || signals.push(name);
    const hasSharedNumber =
      funds.clickRules === "shared-aware" && click.signals.includes("shared_network");
    const isShared = hasSharedNumber && click.sharedBy?.by !== "mixed";
    const { byAddress, byDevice } = isShared ? sharedBursts : bursts;
    if (byAddress.has(click.id)) add("ip_burst");
    if (byDevice.has(click.id)) add("device_burst");
    if (isOutside(click, funds)) add("outside_audience");
    const state = stateAt(funds, click.at);
    if (state) add(state);
    const pass = { judged, policy, isShared, hasSharedNumber };
    if (isPayable(signals, policy)) findInHistory(click, pass).forEach(add);
    const { verdict, reason } = decideVerdict(signals, policy.effects);
    const priceMicros = priceThen(funds, click.at);
    const feeMicros = feeThen(funds, click.at);
    const done = (result: Omit<JudgedClick, "id" | "signals" | "priceMicros" | "feeMicros">) => {
      judged.push({ click, verdict: result.verdict, reason: result.reason });
      return { id: click.id, signals, priceMicros, feeMicros, ...result };
    };
    if (!takesBudget(verdict)) return done({ verdict, reason, paidMicros: 0n });
    const affordable = left.get(click.campaignId) ?? 0n;
    const cost = priceMicros + feeMicros;
    const unpayable: SignalName[] = affordable < cost ? ["exhausted"] : [];
    unpayable.push(...findReachedLimits(click, { judged, funds }));
    const [first] = unpayable;
    if (first) {
      unpayable.forEach(add);
      return done({ verdict: "unpaid", reason: first, paidMicros: 0n });
    }
    left.set(click.campaignId, affordable - cost);
    return done({ verdict, reason, paidMicros: verdict === "valid" ? priceMicros : 0n });
  });
}

function findVisitBursts(visits: RecordedClick[], rule: BurstRule) {
  const by = (key: "ipKey" | "deviceKey") =>
    findBursts(
      visits.map((click) => ({ ...click, key: click[key] })),
      rule,
    );
  return { byAddress: by("ipKey"), byDevice: by("deviceKey") };
}

/** At a shared address the clicks of one device count once. */
function findSharedBursts(visits: RecordedClick[], rule: BurstRule) {
  const byAddress = findDeviceBursts(
    visits.map((click) => ({ ...click, key: click.ipKey, device: click.deviceKey })),
    rule,
  );
  return { ...findVisitBursts(visits, rule), byAddress };
}

/** A click of an unknown country or device is in no chosen audience. Tablets count as phones. */
function isOutside({ country, deviceClass }: RecordedClick, { audience }: CampaignFunds): boolean {
  const kinds: Record<string, string[]> = { phone: ["phone", "tablet"] };
  const wanted = audience.devices?.flatMap((device) => kinds[device] ?? [device]);
  return (
    (audience.countries !== null && !audience.countries.includes(country ?? "")) ||
    (wanted !== undefined && !wanted.includes(deviceClass))
  );
}

function isPayable(signals: SignalName[], { effects }: Policy): boolean {
  const { verdict } = decideVerdict(signals, effects);
  return takesBudget(verdict);
}

function inClickOrder(a: RecordedClick, b: RecordedClick): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}

function stateAt(funds: CampaignFunds, at: number): SignalName | null {
  if (funds.released || at >= funds.endsAt) return "ended";
  if (!funds.funded) return "unfunded";
  if (funds.stoppedAt !== null && at >= funds.stoppedAt) return "paused";
  return at < funds.startsAt ? "not_started" : null;
}
