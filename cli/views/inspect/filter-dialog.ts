import { completeFilter, type Known } from "./filter-text";
import { editText, type Key } from "./keys";
import type { FilterDialog } from "./state";

export function openFilter(text: string): FilterDialog {
  const begun = text === "" ? "" : `${text} `;
  return { kind: "filter", text: begun, typed: begun, turn: -1, error: null };
}

/** Handles a key; Tab cycles through the completions of the typed text. */
export function pressInFilter(dialog: FilterDialog, key: Key, known: Known): FilterDialog {
  if (key.name === "tab") {
    const completions = completeFilter(dialog.typed, known);
    if (completions.length === 0) return dialog;
    const turn = (dialog.turn + 1) % completions.length;
    return { ...dialog, turn, text: completions[turn] ?? dialog.text, error: null };
  }
  const text = editText(dialog.text, key);
  return text === dialog.text ? dialog : { ...dialog, text, typed: text, turn: -1, error: null };
}
