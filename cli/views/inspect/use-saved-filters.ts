import { type Dispatch, useEffect } from "react";
import { explainError } from "./explain-error";
import type { Event } from "./reduce";
import type { FilterStore } from "./saved-dialog";
import type { State } from "./state";

/** Reads, saves and deletes the filters that the dialogs want, and dispatches the results. */
export function useSavedFilters(
  { dialog }: State,
  { store, dispatch }: { store: FilterStore; dispatch: Dispatch<Event> },
): void {
  useEffect(() => {
    const attempt = (work: () => void) => {
      try {
        work();
      } catch (error) {
        dispatch({ type: "notSaved", message: explainError(error) });
      }
    };
    const list = () => {
      const filters = [...store.read()].map(([name, text]) => ({ name, text }));
      dispatch({ type: "savedRead", filters });
    };
    if (dialog?.kind === "saved" && dialog.stage === "deleting") {
      const name = dialog.filters?.[dialog.cursor]?.name;
      attempt(() => {
        if (name !== undefined) store.remove(name);
        list();
      });
    } else if (dialog?.kind === "saved" && dialog.filters === null && dialog.error === null) {
      attempt(list);
    } else if (dialog?.kind === "name" && dialog.isSaving) {
      const { name, text } = dialog;
      attempt(() => {
        store.save({ name, text });
        dispatch({ type: "filterSaved", name: name.trim() });
      });
    }
  }, [dialog, store, dispatch]);
}
