import { describeReversal } from "@fairclick/core/clicks/decisions";
import { Text } from "ink";
import { printable } from "../../output/printable";
import { type ActDialog, type ActField, editableCategory, editableFields } from "./act-dialog";
import { describePlan } from "./describe-plan";
import { layOut } from "./layout";
import type { State } from "./state";

/** Asks for a reason, shows the dry run, and asks for confirmation. */
export function ActPane({ state, dialog }: { state: State; dialog: ActDialog }) {
  const { plan, stage, preview, error } = dialog;
  const lines = preview?.lines ?? [];
  const room = layOut(state.size).detailRows - editableFields(dialog).length - 4;
  return (
    <>
      <Text bold color="cyan" wrap="truncate">
        {printable(describePlan(plan))}
      </Text>
      {editableFields(dialog).map((field) => (
        <Field key={field} field={field} dialog={dialog} />
      ))}
      {error ? <Text color="red">{printable(error)}</Text> : null}
      {lines.slice(0, room).map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal lines differ by their place alone
        <Text key={i} wrap="truncate">
          {printable(line)}
        </Text>
      ))}
      {lines.length > room ? <Text dimColor>and {lines.length - room} more lines</Text> : null}
      {stage === "confirming" ? <Question canBe={preview?.changes === true} /> : null}
      {stage === "checking" || stage === "doing" ? <Waiting state={state} dialog={dialog} /> : null}
      {stage === "reporting" ? (
        <Text color="yellow">These stay marked. Any key closes.</Text>
      ) : null}
    </>
  );
}

function Waiting({ state, dialog: { stage, plan } }: { state: State; dialog: ActDialog }) {
  const text = stage === "doing" ? "Applying" : "Checking what it will change";
  const calls = plan.kind === "each" ? plan.parts.length : 1;
  const progress = calls > 1 ? ` ${state.ended} of ${calls}` : "";
  return (
    <Text dimColor>
      {text}
      {progress} …
    </Text>
  );
}

function Question({ canBe }: { canBe: boolean }) {
  if (!canBe) return <Text color="yellow">Nothing to change. esc closes.</Text>;
  return (
    <Text bold>
      Apply? <Text dimColor>[y/n]</Text>
    </Text>
  );
}

const labels: Record<ActField, string> = {
  range: "Range",
  category: "The creator sees",
  reason: "Reason",
};

function Field({ field, dialog }: { field: ActField; dialog: ActDialog }) {
  const isActive = dialog.stage === "asking" && dialog.field === field;
  return (
    <Text wrap="truncate-start">
      <Text dimColor={!isActive}>{fieldLabel(field, dialog)}: </Text>
      {readField(field, dialog)}
      {isActive && field !== "category" ? <Text inverse> </Text> : null}
      {isActive && field === "category" ? <Text dimColor> ←→</Text> : null}
    </Text>
  );
}

/** Warns that creators read the answers to their appeals. */
function fieldLabel(field: ActField, { plan }: ActDialog): string {
  const isAnswer = plan.kind === "accept" || plan.kind === "decline";
  return isAnswer && field === "reason" ? "Answer, which the creator sees" : labels[field];
}

function readField(field: ActField, { plan, reason }: ActDialog): string {
  if (field === "reason") return printable(reason);
  if (field === "range" && "range" in plan) return plan.range;
  const category = editableCategory(plan);
  return category ? describeReversal(category) : "";
}
