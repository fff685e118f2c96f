import { type ReversalCategory, reversalCategories } from "@fairclick/core/clicks/decisions";
import type { Act, ActPlan, Outcome } from "./acts";
import { editText, type Key } from "./keys";

export type ActField = "range" | "category" | "reason";

/**
 * On the way to an act: it is asked why, then what it will change is fetched (`checking`), shown
 * (`confirming`), and done. What is fetched or done says with which dialog it belongs.
 */
export type ActDialog = {
  kind: "act";
  plan: ActPlan;
  reason: string;
  field: ActField;
  stage: "asking" | "checking" | "confirming" | "doing";
  preview: Outcome | null;
  error: string | null;
  /** The kind of the earlier act that it takes back; null for an act of its own. */
  undoes: Act["kind"] | null;
};

export function openAct(plan: ActPlan, undoes: Act["kind"] | null = null): ActDialog {
  const nothing = { reason: "", preview: null, error: null };
  return { kind: "act", plan, ...nothing, field: "reason", stage: "asking", undoes };
}

/** What can be typed; taking an act back leaves nothing open but why. */
export function fieldsOf({ plan, undoes }: Pick<ActDialog, "plan" | "undoes">): ActField[] {
  if (undoes) return ["reason"];
  if (plan.kind === "deny") return ["reason", "range"];
  return plan.kind === "reverse" ? ["reason", "category"] : ["reason"];
}

/** The act as it stands; whoever asks has seen that there is a reason. */
export function actOf({ plan, reason }: ActDialog): Act {
  return { ...plan, reason: reason.trim() };
}

/** Null when the dialog is to be closed. */
export function pressInAct(dialog: ActDialog, key: Key): ActDialog | null {
  if (key.name === "escape") return dialog.stage === "doing" ? dialog : null;
  switch (dialog.stage) {
    case "asking":
      return pressWhileAsking(dialog, key);
    case "confirming":
      return pressWhileConfirming(dialog, key);
    case "checking":
    case "doing":
      return dialog;
  }
}

export function receivePreview(dialog: ActDialog, preview: Outcome): ActDialog {
  return { ...dialog, stage: "confirming", preview, error: null };
}

/** Back to the question, with what went wrong: nothing that was typed is lost. */
export function failAct(dialog: ActDialog, error: string): ActDialog {
  return { ...dialog, stage: "asking", preview: null, error };
}

function pressWhileAsking(dialog: ActDialog, key: Key): ActDialog {
  const { plan, field } = dialog;
  if (key.name === "enter") return check(dialog);
  if (key.name === "tab" || key.name === "down" || key.name === "up") {
    const fields = fieldsOf(dialog);
    return { ...dialog, field: fields[(fields.indexOf(field) + 1) % fields.length] ?? field };
  }
  const cleared = { ...dialog, error: null };
  if (field === "reason") return { ...cleared, reason: editText(dialog.reason, key) };
  if (field === "range" && plan.kind === "deny") {
    return { ...cleared, plan: { ...plan, range: editText(plan.range, key).replace(/\s/g, "") } };
  }
  if (field === "category" && plan.kind === "reverse") {
    return { ...cleared, plan: { ...plan, category: turn(plan.category, key) } };
  }
  return dialog;
}

function check(dialog: ActDialog): ActDialog {
  if (dialog.reason.trim() === "")
    return { ...dialog, error: "A reason is needed: it is kept in the audit log" };
  return { ...dialog, stage: "checking", error: null };
}

/** Only a clear yes is one. */
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
