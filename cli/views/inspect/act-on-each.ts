import { toDollars } from "../../output/describe-click";
import type { ActPart, EachAct, EachPlan, Outcome, Refusal, SingleAct, SinglePlan } from "./acts";
import { type DecisionSum, describeSum } from "./describe-decision";

type Doing = {
  perform: (act: SingleAct, dryRun: boolean) => Promise<Outcome>;
  explain: (error: unknown) => { message: string; isRefused: boolean };
  /** Reports how many calls have ended. */
  report: (ended: number) => void;
  /** Whether to continue. Ends a dry run early. */
  isWanted: () => boolean;
};

type Ended = { part: ActPart; outcome: Outcome };

/**
 * Performs an act on marked rows, or its dry run, one call after the other. Continues after a refusal.
 * Stops if the server no longer answers.
 */
export async function actOnEach(act: EachAct, dryRun: boolean, doing: Doing): Promise<Outcome> {
  const ended: Ended[] = [];
  const refused: Refusal[] = [...act.refused];
  const failed: ActPart[] = [];
  let silence: string | null = null;
  for (const [i, part] of act.parts.entries()) {
    if (dryRun && !doing.isWanted()) break;
    if (silence !== null) {
      failed.push(part);
      refused.push(...part.rows.map((row) => ({ ...row, why: "Not tried" })));
      continue;
    }
    try {
      const outcome = await doing.perform({ ...part.plan, reason: act.reason }, dryRun);
      ended.push({ part, outcome });
      refused.push(...unchangedRows(part, outcome));
    } catch (error) {
      const { message, isRefused } = doing.explain(error);
      if (!isRefused) silence = message;
      failed.push(part);
      refused.push(...part.rows.map((row) => ({ ...row, why: message })));
    }
    doing.report(i + 1);
  }
  const rest: EachPlan | null =
    failed.length > 0 ? { kind: "each", parts: failed, refused: [], stakeMicros: 0n } : null;
  return {
    lines: describeOutcome(act, { ended, refused, dryRun }),
    changes: ended.some(({ outcome }) => outcome.changes),
    undo: undoEach(ended),
    refused,
    rest,
  };
}

function unchangedRows(
  { rows }: ActPart,
  { skipped = [], isComplete, changes }: Outcome,
): Refusal[] {
  const names = new Map(rows.map((row) => [row.key, row]));
  const unchanged = skipped.flatMap(({ id, why }) => {
    const row = names.get(id);
    return row ? [{ ...row, why }] : [];
  });
  if (isComplete === false)
    return rows.map((row) => ({ ...row, why: "More clicks match: repeat" }));
  if (!changes && unchanged.length === 0) {
    return rows.map((row) => ({ ...row, why: "Nothing to change" }));
  }
  return unchanged;
}

/** Undoes the calls in the opposite order. Null if none can be undone. */
function undoEach(ended: readonly Ended[]): EachPlan | null {
  const parts = ended.toReversed().flatMap(({ part, outcome }): ActPart[] => {
    const { undo } = outcome;
    return undo && undo.kind !== "each" ? [{ plan: undo, rows: part.rows }] : [];
  });
  return parts.length > 0 ? { kind: "each", parts, refused: [], stakeMicros: 0n } : null;
}

function describeOutcome(
  { stakeMicros, parts }: EachAct,
  {
    ended,
    refused,
    dryRun,
  }: { ended: readonly Ended[]; refused: readonly Refusal[]; dryRun: boolean },
): string[] {
  const all = new Set([...parts.flatMap(({ rows }) => rows), ...refused].map(({ key }) => key))
    .size;
  const left = new Set(refused.map(({ key }) => key)).size;
  const count = (rows: number) => rows.toLocaleString("en-US");
  const stake = stakeMicros === 0n ? "" : ` All have ${toDollars(String(stakeMicros))} at stake.`;
  return [
    `${dryRun ? "Applies" : "Applied"} to ${count(all - left)} of ${count(all)} marked ${all === 1 ? "row" : "rows"}.${stake}`,
    ...describeSums(ended),
    ...refused.map(({ name, why }) => `${name}: ${why}`),
    ...(ended.length > 1 ? ended.map(({ part }) => describePart(part)) : []),
  ];
}

function describePart({ plan, rows }: ActPart): string {
  const [first] = rows;
  const name = first?.name ?? "";
  if (!("clicks" in plan)) return `${subjectOf(plan) ?? name}: ${rows.length} marked`;
  return rows.length === 1 ? name : `${name} and ${rows.length - 1} more`;
}

function subjectOf(plan: SinglePlan): string | null {
  if ("code" in plan) return `link ${plan.code}`;
  if ("name" in plan) return plan.name;
  return "range" in plan ? plan.range : null;
}

/** The call for all listed clicks describes itself; many calls are added up. */
function describeSums(ended: readonly Ended[]): string[] {
  const [only, ...others] = ended;
  if (!only) return [];
  if (others.length === 0) {
    const whys = new Set(only.outcome.skipped?.map(({ why }) => why));
    return only.outcome.lines.filter((line) => !whys.has(line));
  }
  const sums = ended.flatMap(({ outcome }) => (outcome.sum ? [outcome.sum] : []));
  const [first] = sums;
  if (!first) return [];
  const add = (read: (sum: DecisionSum) => bigint) =>
    sums.reduce((total, sum) => total + read(sum), 0n);
  return [
    describeSum({
      action: first.action,
      clicks: sums.reduce((total, { clicks }) => total + clicks, 0),
      micros: add(({ micros }) => micros),
      debtMicros: add(({ debtMicros }) => debtMicros),
    }),
  ];
}
