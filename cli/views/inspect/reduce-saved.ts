import type { SavedFilter } from "./saved-dialog";
import type { State } from "./state";

export type SavedEvent =
  | { type: "savedRead"; filters: readonly SavedFilter[] }
  | { type: "filterSaved"; name: string }
  | { type: "notSaved"; message: string };

/** Applies the outcome of reading or saving filters. If the dialog was closed, only a saved filter is reported. */
export function reduceSaved(state: State, event: SavedEvent): State {
  const { dialog } = state;
  switch (event.type) {
    case "savedRead": {
      if (dialog?.kind !== "saved") return state;
      const { filters } = event;
      const cursor = Math.max(0, Math.min(dialog.cursor, filters.length - 1));
      const read = { filters, cursor, waiting: [], error: null };
      return { ...state, dialog: { ...dialog, ...read, stage: "choosing" } };
    }
    case "filterSaved": {
      const message = {
        tone: "good" as const,
        text: `Saved as ${event.name}. f lists the filters.`,
      };
      return dialog?.kind === "name" ? { ...state, dialog: null, message } : { ...state, message };
    }
    case "notSaved":
      if (dialog?.kind === "name") {
        return { ...state, dialog: { ...dialog, isSaving: false, error: event.message } };
      }
      if (dialog?.kind !== "saved") return state;
      return { ...state, dialog: { ...dialog, stage: "choosing", error: event.message } };
  }
}
