import { findBursts, notVisits } from "./burst";
import type { Policy } from "./policy";
import type { FinalVerdict, SignalName } from "./signal";
import { decideVerdict } from "./verdict";

/** A click as settlement finds it; `at` in milliseconds since 1970. */
export type RecordedClick = {
  id: string;
  at: number;
  campaignId: string;
  ipKey: string;
  deviceKey: string;
  signals: SignalName[];
};

/** What a campaign pays and has left when a pass begins; times in milliseconds since 1970. */
export type CampaignFunds = {
  payoutMicros: bigint;
  escrowMicros: bigint;
  claimedMicros: bigint;
  startsAt: number;
  endsAt: number;
  stoppedAt: number | null;
  funded: boolean;
  released: boolean;
};

export type JudgedClick = {
  id: string;
  signals: SignalName[];
  verdict: FinalVerdict;
  reason: SignalName | null;
  paidMicros: bigint;
};

type Pass = {
  /** The clicks to judge. */
  due: RecordedClick[];
  /** Every click that has been recorded, judged or not, those to judge among them. */
  recorded: RecordedClick[];
  campaigns: ReadonlyMap<string, CampaignFunds>;
  policy: Policy;
  windowMs: number;
};

/**
 * What one pass of settlement comes to, click by click and with nothing clever in it. Settlement
 * itself (`sql/settlement`) does the same set-wise and is tested against this.
 */
export function judgeClicks({ due, recorded, campaigns, policy, windowMs }: Pass): JudgedClick[] {
  const visits = recorded.filter(
    ({ signals }) => !signals.some((name) => notVisits.includes(name)),
  );
  const rule = { windowMs, burstClicks: policy.burstClicks };
  const ipBursts = findBursts(
    visits.map((click) => ({ ...click, key: click.ipKey })),
    rule,
  );
  const deviceBursts = findBursts(
    visits.map((click) => ({ ...click, key: click.deviceKey })),
    rule,
  );
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
    if (ipBursts.has(click.id)) add("ip_burst");
    if (deviceBursts.has(click.id)) add("device_burst");
    const state = stateAt(funds, click.at);
    if (state) add(state);
    const decision = decideVerdict(signals, policy.effects);
    if (decision.verdict !== "valid" && decision.verdict !== "held")
      return { id: click.id, signals, ...decision, paidMicros: 0n };
    const affordable = left.get(click.campaignId) ?? 0n;
    if (affordable < funds.payoutMicros) {
      add("exhausted");
      return { id: click.id, signals, verdict: "unpaid", reason: "exhausted", paidMicros: 0n };
    }
    left.set(click.campaignId, affordable - funds.payoutMicros);
    const paidMicros = decision.verdict === "valid" ? funds.payoutMicros : 0n;
    return { id: click.id, signals, ...decision, paidMicros };
  });
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
