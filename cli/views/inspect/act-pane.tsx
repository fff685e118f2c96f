import { describeReversal } from "@fairclick/core/clicks/decisions";
import { Text } from "ink";
import { printable } from "../../output/printable";
import { type ActDialog, type ActField, editableFields } from "./act-dialog";
import { describePlan } from "./acts";
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
      {lines.slice(0, room).map((line) => (
        <Text key={line} wrap="truncate">
          {printable(line)}
        </Text>
      ))}
      {lines.length > room ? <Text dimColor>and {lines.length - room} more lines</Text> : null}
      {stage === "confirming" ? <Question canBe={preview?.changes === true} /> : null}
      {stage === "checking" ? <Text dimColor>Checking what it will change …</Text> : null}
      {stage === "doing" ? <Text dimColor>Applying …</Text> : null}
    </>
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
  return plan.kind === "reverse" ? describeReversal(plan.category) : "";
}
