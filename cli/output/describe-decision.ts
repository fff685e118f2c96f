import type { ClickDecision } from "@fairclick/core/clicks/click-decisions-schema";
import { createPaint, type Paint } from "./paint";
import { sayMicros } from "./say";
import { toTable } from "./table";

const verbs = {
  approve: ["Would pay", "Paid"],
  reject: ["Would refuse", "Refused"],
  reverse: ["Would take back", "Took back"],
} as const;

/** What was decided, for whom and for how much, or what would be. */
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
    paint.strong(`${applied ? did : would} ${count}, ${sayMicros(micros)}`),
    "",
    ...describeCampaigns(decision),
    "",
    ...describeCreators(decision),
    ...describeSkipped(skipped),
    ...(debtMicros === "0"
      ? []
      : ["", paint.warn(`${sayMicros(debtMicros)} of it is spent: later earnings pay it first.`)]),
    ...(complete ? [] : ["", paint.warn("There are more: run it again to go on.")]),
  ].join("\n");
}

/** What became of it in the end. */
export function reportDecision(decision: ClickDecision, paint: Paint): string {
  const description = describeDecision(decision, paint);
  if (decision.clicks === 0) return description;
  const end = decision.applied
    ? paint.good(`Done. --act ${decision.actId} names these clicks again.`)
    : paint.warn("A dry run: nothing was changed.");
  return `${description}\n\n${end}`;
}

function describeCampaigns({ campaigns }: ClickDecision): string[] {
  const rows = campaigns.map(({ name, clicks, micros }) => [
    String(clicks),
    sayMicros(micros),
    name,
  ]);
  return toTable(["clicks", "amount", "campaign"], rows);
}

function describeCreators({ creators }: ClickDecision): string[] {
  const rows = creators.map(({ username, clicks, micros, debtMicros }) => [
    String(clicks),
    sayMicros(micros),
    username + (debtMicros === "0" ? "" : ` (will owe ${sayMicros(debtMicros)})`),
  ]);
  return toTable(["clicks", "amount", "creator"], rows);
}

function describeSkipped(skipped: ClickDecision["skipped"]): string[] {
  if (skipped.length === 0) return [];
  return [
    "",
    ...toTable(
      ["stays as it is", "why"],
      skipped.map(({ id, why }) => [id, why]),
    ),
  ];
}
