import { type ReversalCategory, reversalCategories } from "@fairclick/core/clicks/decisions";
import type { Act, ActPlan, Outcome } from "./acts";
import { editText, type Key } from "./keys";

export type ActField = "range" | "category" | "reason";

/**
 * The dialog of an act. Stages: the person types a reason (`asking`), a dry run is fetched
 * (`checking`) and shown (`confirming`), the act is applied (`doing`). `reporting` shows which marked
 * rows stayed unchanged.
 */
export type ActDialog = {
  kind: "act";
  plan: ActPlan;
  reason: string;
  field: ActField;
  stage: "asking" | "checking" | "confirming" | "doing" | "reporting";
  preview: Outcome | null;
  error: string | null;
  /** Kind of the earlier act that this one undoes; null for a new act. */
  undoes: Act["kind"] | null;
};

export function openAct(plan: ActPlan, undoes: Act["kind"] | null = null): ActDialog {
  const nothing = { reason: "", preview: null, error: null };
  return { kind: "act", plan, ...nothing, field: "reason", stage: "asking", undoes };
}

/** Returns the editable fields. An undo only has a reason. */
export function editableFields({ plan, undoes }: Pick<ActDialog, "plan" | "undoes">): ActField[] {
  if (undoes) return ["reason"];
  if (plan.kind === "deny") return ["reason", "range"];
  return editableCategory(plan) ? ["reason", "category"] : ["reason"];
}

/** Returns the category that a reversal shows to the creators; null for other acts. */
export function editableCategory(plan: ActPlan): ReversalCategory | null {
  const first = plan.kind === "each" ? plan.parts[0]?.plan : plan;
  return first?.kind === "reverse" ? first.category : null;
}

function setCategory(plan: ActPlan, category: ReversalCategory): ActPlan {
  if (plan.kind === "reverse") return { ...plan, category };
  if (plan.kind !== "each") return plan;
  const parts = plan.parts.map((part) =>
    part.plan.kind === "reverse" ? { ...part, plan: { ...part.plan, category } } : part,
  );
  return { ...plan, parts };
}

/** Returns the act with its reason, trimmed. Call it after `asking`: the reason is then not empty. */
export function toAct({ plan, reason }: ActDialog): Act {
  return { ...plan, reason: reason.trim() };
}

/** Handles a key. Returns null if the dialog closes. */
export function pressInAct(dialog: ActDialog, key: Key): ActDialog | null {
  if (key.name === "escape") return dialog.stage === "doing" ? dialog : null;
  switch (dialog.stage) {
    case "asking":
      return pressWhileAsking(dialog, key);
    case "confirming":
      return pressWhileConfirming(dialog, key);
    case "reporting":
      return null;
    case "checking":
    case "doing":
      return dialog;
  }
}

export function receivePreview(dialog: ActDialog, preview: Outcome): ActDialog {
  return { ...dialog, stage: "confirming", preview, error: null };
}

/** Returns to `asking` with the error; keeps what was typed. */
export function failAct(dialog: ActDialog, error: string): ActDialog {
  return { ...dialog, stage: "asking", preview: null, error };
}

function pressWhileAsking(dialog: ActDialog, key: Key): ActDialog {
  const { plan, field } = dialog;
  if (key.name === "enter") return check(dialog);
  if (key.name === "tab" || key.name === "down" || key.name === "up") {
    const fields = editableFields(dialog);
    return { ...dialog, field: fields[(fields.indexOf(field) + 1) % fields.length] ?? field };
  }
  const cleared = { ...dialog, error: null };
  if (field === "reason") return { ...cleared, reason: editText(dialog.reason, key) };
  if (field === "range" && plan.kind === "deny") {
    return { ...cleared, plan: { ...plan, range: editText(plan.range, key).replace(/\s/g, "") } };
  }
  const category = field === "category" ? editableCategory(plan) : null;
  if (category) return { ...cleared, plan: setCategory(plan, turn(category, key)) };
  return dialog;
}

function check(dialog: ActDialog): ActDialog {
  if (dialog.reason.trim() === "")
    return { ...dialog, error: "A reason is required for the audit log" };
  return { ...dialog, stage: "checking", error: null };
}

/** Only `y` means yes. */
function pressWhileConfirming(dialog: ActDialog, key: Key): ActDialog | null {
  if (key.text === "n") return null;
  if (key.text === "y" && dialog.preview?.changes) return { ...dialog, stage: "doing" };
  return dialog;
}

function turn(category: ReversalCategory, { name, text }: Key): ReversalCategory {
  const count = reversalCategories.length;
  const place = reversalCategories.indexOf(category);
  if (name === "left") return reversalCategories[(place + count - 1) % count] ?? category;
  if (name === "right" || text === " ") return reversalCategories[(place + 1) % count] ?? category;
  return category;
}
