import { type Audience, everybody } from "../../campaigns/audience";
import type { ClickRules } from "../../campaigns/campaign-input";
import type { ClickToJudge, Facts } from "../facts";
import { judge } from "../judge";
import type { Policy, PolicyBook } from "../policy";
import { policy } from "../release-policy";
import type { SignalName } from "../signal";

const alwaysOn = {
  prices: [{ from: 0, payoutMicros: 1n, feeMicros: 0n }],
  freeMicros: 1_000_000n,
  spending: null,
  startsAt: 0,
  endsAt: Infinity,
  fundedAt: 0,
  stoppedAt: null,
  releasedAt: null,
};

export type GivenClick = Partial<Omit<ClickToJudge, "signals">> & {
  minute: number;
  found?: SignalName[];
  /** Its address is noted as shared, with this evidence. */
  shared?: { by: "operator" | "carrier" | "mixed" | "campus"; fullBrowser: boolean };
};

const noon = Date.UTC(2026, 2, 3, 12);

export function testTime(minute: number): number {
  return noon + Math.round(minute * 60_000);
}

export function testId(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
}

type Judging = Partial<Facts> & {
  judgedBy?: Policy | PolicyBook;
  clickRules?: ClickRules;
  audience?: Audience;
};

/**
 * Returns the clicks' reasons in input order, "paid" for valid ones. Visitors differ unless a click
 * sets the keys.
 */
export function judgeTestClicks(
  clicks: readonly GivenClick[],
  { judgedBy = policy, clickRules = "literal", audience = everybody, ...facts }: Judging = {},
): string[] {
  const given = clicks.map(
    ({ minute, found = [], shared, ...click }, index): ClickToJudge => ({
      id: testId(index),
      at: testTime(minute),
      campaignId: "campaign",
      creatorId: "creator",
      ipKey: `203.0.113.${index}`,
      deviceKey: `device${index}`,
      weakKey: null,
      deviceKnown: true,
      deviceClass: "phone",
      country: null,
      signals: [
        ...found.map((signal) => ({ signal, evidence: {} })),
        ...(shared ? [{ signal: "shared_network" as const, evidence: shared }] : []),
      ],
      kept: null,
      ...click,
    }),
  );
  const funds = { ...alwaysOn, clickRules, audience };
  const campaigns = new Map(given.map(({ campaignId }) => [campaignId, funds]));
  const nothing = {
    neighbours: new Map(),
    firstClicks: new Map(),
    paidOfLinks: new Map(),
  };
  const judged = judge({ ...nothing, campaigns, clicks: given, ...facts }, judgedBy);
  const reasons = new Map(judged.map(({ id, verdict, reason }) => [id, reason ?? verdict]));
  return given.map(({ id }) => (reasons.get(id) ?? "kept").replace("valid", "paid"));
}
