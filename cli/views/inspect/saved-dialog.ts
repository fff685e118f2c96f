import { editText, type Key } from "./keys";

/** The saved filters of this computer's user. Each function throws if the file cannot be used. */
export type FilterStore = {
  read: () => ReadonlyMap<string, string>;
  save: (filter: SavedFilter) => void;
  remove: (name: string) => void;
};

export type SavedFilter = { name: string; text: string };

/** The list of saved filters. `filters` is null until they are read. */
export type SavedDialog = {
  kind: "saved";
  filters: readonly SavedFilter[] | null;
  /** Keys that were pressed before the filters were read. */
  waiting: readonly Key[];
  cursor: number;
  /** `asking` whether to delete the selected one, `deleting` it. */
  stage: "choosing" | "asking" | "deleting";
  error: string | null;
};

/** Asks for the name of a filter, then saves it. */
export type NameDialog = {
  kind: "name";
  name: string;
  text: string;
  isSaving: boolean;
  error: string | null;
};

export function openSaved(): SavedDialog {
  return { kind: "saved", filters: null, waiting: [], cursor: 0, stage: "choosing", error: null };
}

export function openName(text: string): NameDialog {
  return { kind: "name", name: "", text, isSaving: false, error: null };
}

/** Returns the dialog after a key press, the chosen filter, or null if the dialog closes. */
export function pressInSaved(
  dialog: SavedDialog,
  key: Key,
): SavedDialog | { filter: string } | null {
  const { filters, cursor, stage, error } = dialog;
  if (key.name === "escape") return null;
  if (filters === null && error === null) return { ...dialog, waiting: [...dialog.waiting, key] };
  if (stage === "deleting") return dialog;
  if (stage === "asking") return { ...dialog, stage: key.text === "y" ? "deleting" : "choosing" };
  const count = filters?.length ?? 0;
  const step = cursorStep(key);
  if (step !== 0) return { ...dialog, cursor: Math.max(0, Math.min(cursor + step, count - 1)) };
  const digit = /^[1-9]$/.test(key.text) ? Number(key.text) - 1 : null;
  const chosen = filters?.[digit ?? cursor];
  if (chosen && (digit !== null || key.name === "enter")) return { filter: chosen.text };
  if (key.text === "d" && chosen) return { ...dialog, stage: "asking", error: null };
  return key.text === "q" || key.text === "f" ? null : dialog;
}

export function pressInName(dialog: NameDialog, key: Key): NameDialog | null {
  if (key.name === "escape") return null;
  if (dialog.isSaving) return dialog;
  if (key.name === "enter") return { ...dialog, isSaving: true, error: null };
  return { ...dialog, name: editText(dialog.name, key), error: null };
}

function cursorStep({ name, text }: Key): number {
  if (name === "up" || text === "k") return -1;
  return name === "down" || text === "j" ? 1 : 0;
}
