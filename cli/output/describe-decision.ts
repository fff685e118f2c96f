import type { ClickDecision } from "@fairclick/core/clicks/decisions";
import { formatMicros } from "./format";
import { createPaint, type Paint } from "./paint";
import { toTable } from "./table";

const verbs = {
  approve: ["Would pay", "Paid"],
  reject: ["Would mark invalid:", "Marked invalid:"],
  reverse: ["Would reverse", "Reversed"],
  hold: ["Would hold again", "Held again:"],
} as const;

/** Describes a decision or its dry run: totals, then campaigns, creators and skipped clicks. */
export function describeDecision(
  decision: ClickDecision,
  paint: Paint = createPaint(false),
): string {
  const { action, applied, clicks, micros, debtMicros, skipped, complete } = decision;
  if (clicks === 0)
    return [paint.warn("Nothing to change."), ...describeSkipped(skipped)].join("\n");
  const [would, did] = verbs[action];
  const count = clicks === 1 ? "1 click" : `${clicks.toLocaleString("en-US")} clicks`;
  return [
    paint.strong(`${applied ? did : would} ${count}, ${formatMicros(micros)}`),
    "",
    ...describeCampaigns(decision),
    "",
    ...describeCreators(decision),
    ...describeSkipped(skipped),
    ...(debtMicros === "0"
      ? []
      : [
          "",
          paint.warn(
            `${formatMicros(debtMicros)} of it is already spent: the creators owe it, and their next earnings repay it.`,
          ),
        ]),
    ...(complete ? [] : ["", paint.warn("More clicks match: run the command again to continue.")]),
  ].join("\n");
}

/** Describes a decision with a closing line: done, or dry run. */
export function reportDecision(decision: ClickDecision, paint: Paint): string {
  const description = describeDecision(decision, paint);
  if (decision.clicks === 0) return description;
  const end = decision.applied
    ? paint.good(`Done. Use --act ${decision.actId} to select these clicks again.`)
    : paint.warn("Dry run: nothing was changed.");
  return `${description}\n\n${end}`;
}

function describeCampaigns({ campaigns }: ClickDecision): string[] {
  const rows = campaigns.map(({ name, clicks, micros }) => [
    String(clicks),
    formatMicros(micros),
    name,
  ]);
  return toTable(["clicks", "amount", "campaign"], rows);
}

function describeCreators({ creators }: ClickDecision): string[] {
  const rows = creators.map(({ username, clicks, micros, debtMicros }) => [
    String(clicks),
    formatMicros(micros),
    username + (debtMicros === "0" ? "" : ` (will owe ${formatMicros(debtMicros)})`),
  ]);
  return toTable(["clicks", "amount", "creator"], rows);
}

function describeSkipped(skipped: ClickDecision["skipped"]): string[] {
  if (skipped.length === 0) return [];
  return [
    "",
    ...toTable(
      ["unchanged", "reason"],
      skipped.map(({ id, why }) => [id, why]),
    ),
  ];
}
