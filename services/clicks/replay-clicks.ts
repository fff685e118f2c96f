import { setImmediate } from "node:timers/promises";
import { type Policy, policy } from "@fairclick/core/clicks/policy";
import { completePolicy } from "@fairclick/core/clicks/policy-file";
import { openReplay } from "@fairclick/core/clicks/replay";
import type { RecordedClick } from "@fairclick/core/clicks/settlement-model";
import { AppError } from "@fairclick/core/errors";
import type { Replay, ReplayInput } from "@fairclick/core/schemas/click-replay";
import type { StoredClick } from "@fairclick/sql/stored-clicks";
import type { Ctx } from "../context";
import { type AddressData, readAddressData } from "./read-address-data";
import { readReplay, type StoredReplay } from "./read-replay";
import { toRecorded } from "./recorded-click";
import { replaySignals } from "./replay-signals";
import { type Replayed, sumReplay } from "./sum-replay";

/** So many clicks are judged before others may go on: the same process answers visitors. */
const CLICKS_AT_ONCE = 500;

/**
 * Judges the stored clicks of a time again with another policy, and today's checks and address data,
 * and says what would come out otherwise. It changes nothing. What operators decided stays as it is.
 */
export async function replayClicks(
  ctx: Pick<Ctx, "db">,
  { from, to, policy: file, windowSeconds }: ReplayInput & { windowSeconds: number },
): Promise<Replay> {
  const span = { from: new Date(from), to: new Date(to) };
  if (span.from >= span.to) throw new AppError("validation", "from must be before to");
  const inForce: Policy = { ...policy, windowSeconds };
  const tried = completePolicy(file, inForce);
  const stored = await readReplay(ctx.db, span, tried);
  const addresses = stored.clicks.flatMap(({ ip }) => ip ?? []);
  const addressData = await readAddressData(ctx.db, addresses);
  const replayed = await judgeAgain(stored, tried, addressData);
  return sumReplay({
    span,
    replayed,
    budgets: stored.budgets,
    policies: { inForce, tried },
    hasLists: addressData.hasLists,
  });
}

async function judgeAgain(
  stored: StoredReplay,
  tried: Policy,
  addressData: AddressData,
): Promise<Replayed[]> {
  const due: { click: StoredClick; recorded: RecordedClick }[] = [];
  for (const click of stored.clicks) {
    due.push({ click, recorded: toRecorded(click, replaySignals(click, addressData)) });
    if (due.length % CLICKS_AT_ONCE === 0) await setImmediate();
  }
  const { judge, keep } = openReplay({
    policy: tried,
    windowMs: tried.windowSeconds * 1_000,
    recorded: [...due.map(({ recorded }) => recorded), ...stored.neighbours],
    paid: stored.paid,
    outcomes: stored.outcomes,
    budgets: budgetsBefore(stored),
  });
  const replayed: Replayed[] = [];
  for (const { click, recorded } of due) {
    if (click.decided) keep(recorded, click.verdict);
    replayed.push({ click, now: click.decided ? null : judge(recorded) });
    if (replayed.length % CLICKS_AT_ONCE === 0) await setImmediate();
  }
  return replayed;
}

/** What is free now and what the clicks to judge have taken: as if none of them had been judged. */
function budgetsBefore({ budgets, clicks }: StoredReplay) {
  const before = new Map(budgets.map((budget) => [budget.campaignId, { ...budget }]));
  for (const { campaignId, decided, verdict } of clicks) {
    const budget = before.get(campaignId);
    if (budget && !decided && (verdict === "valid" || verdict === "held")) {
      budget.freeMicros += budget.payoutMicros;
    }
  }
  return before;
}
