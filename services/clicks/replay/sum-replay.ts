import type { Replay } from "@fairclick/core/clicks/click-replay-schema";
import type { JudgedClick } from "@fairclick/core/clicks/judge";
import type { Policy } from "@fairclick/core/clicks/policy";
import { diffPolicies } from "@fairclick/core/clicks/policy-file";
import { signalOrder } from "@fairclick/core/clicks/signal";
import type { ReplayBudget, StoredClick } from "@fairclick/sql/clicks/stored-clicks";

/** `now` is null for a click about which an operator decided. */
export type Replayed = { click: StoredClick; now: JudgedClick | null };

type Summed = {
  span: { from: Date; to: Date };
  replayed: Replayed[];
  budgets: ReplayBudget[];
  policies: { inForce: Policy; tried: Policy };
  hasLists: boolean;
};

/** What would come out otherwise, by outcome and by campaign, the most clicks first. */
export function sumReplay(summed: Summed): Replay {
  const { span, replayed, budgets, policies } = summed;
  const judged = replayed.flatMap(({ click, now }) => (now ? [{ click, now }] : []));
  const changed = judged.filter((pair) => isChange(pair, policies.inForce));
  return {
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    clicks: judged.length,
    changed: changed.length,
    decidedByOperators: replayed.length - judged.length,
    micros: sumMicros(changed),
    changes: listChanges(changed),
    campaigns: listCampaigns(judged, changed, budgets),
    remarks: [
      ...remarkOnForgotten(replayed),
      ...remarkOnLists(summed),
      ...remarkOnPolicy(policies),
    ],
  };
}

type Pair = { click: StoredClick; now: JudgedClick };

/** A click about which nobody decided in time was refused for what had it held. */
function isChange({ click, now }: Pair, { effects }: Policy): boolean {
  if (click.verdict === now.verdict && click.reason === now.reason) return false;
  const holding = signalOrder.filter((signal) => effects[signal] === "held");
  const expired = click.verdict === "invalid" && holding.some((signal) => signal === click.reason);
  return !(expired && now.verdict === "held" && now.reason === click.reason);
}

function listChanges(changed: Pair[]): Replay["changes"] {
  const groups = Map.groupBy(changed, ({ click, now }) =>
    JSON.stringify([click.verdict, click.reason, now.verdict, now.reason]),
  );
  return [...groups.values()]
    .flatMap((pairs) => {
      const [first] = pairs;
      if (!first) return [];
      return {
        from: { verdict: first.click.verdict, reason: first.click.reason },
        to: { verdict: first.now.verdict, reason: first.now.reason },
        clicks: pairs.length,
        micros: sumMicros(pairs),
      };
    })
    .sort((a, b) => b.clicks - a.clicks);
}

function listCampaigns(
  judged: Pair[],
  changed: Pair[],
  budgets: ReplayBudget[],
): Replay["campaigns"] {
  const all = Map.groupBy(judged, ({ click }) => click.campaignId);
  const other = Map.groupBy(changed, ({ click }) => click.campaignId);
  return budgets
    .map(({ campaignId, name }) => ({
      campaignId,
      name,
      clicks: all.get(campaignId)?.length ?? 0,
      changed: other.get(campaignId)?.length ?? 0,
      micros: sumMicros(other.get(campaignId) ?? []),
    }))
    .sort((a, b) => b.changed - a.changed || b.clicks - a.clicks);
}

/** What the creators would have been paid more. */
function sumMicros(pairs: Pair[]): string {
  return pairs
    .reduce((sum, { click, now }) => sum + now.paidMicros - click.paidMicros, 0n)
    .toString();
}

function remarkOnForgotten(replayed: Replayed[]): string[] {
  const forgotten = replayed.filter(({ click }) => click.ip === null).length;
  return forgotten === 0
    ? []
    : [
        `Of ${forgotten.toLocaleString("en-US")} clicks the address, the device and the user agent were forgotten: what was found by them is as it was.`,
      ];
}

function remarkOnLists({ hasLists, replayed }: Summed): string[] {
  return hasLists || replayed.length === 0
    ? []
    : ["There are no address lists now: what was found by lists is as it was."];
}

const notDoneAgain = new Set(["presenceHours", "honeypotHours", "heldDays"]);

function remarkOnPolicy({ inForce, tried }: Summed["policies"]): string[] {
  return diffPolicies(inForce, tried)
    .filter(({ name }) => notDoneAgain.has(name))
    .map(({ name }) => `${name} has no effect here: what it decides is kept as it was found.`);
}
