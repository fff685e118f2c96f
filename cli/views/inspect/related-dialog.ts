import type { Key } from "./keys";
import type { Size } from "./layout";

/** The accounts that are tied to a creator; `lines` is null until they are loaded. */
export type RelatedDialog = {
  kind: "related";
  userId: string;
  name: string;
  lines: readonly string[] | null;
  error: string | null;
  /** The first line on the screen. */
  top: number;
};

export function openRelated({ id, name }: { id: string; name: string }): RelatedDialog {
  return { kind: "related", userId: id, name, lines: null, error: null, top: 0 };
}

/** Rows of the screen for lines, without title and keys. */
export function relatedRows({ rows }: Size): number {
  return rows - 2;
}

/** Scrolls; returns null if the key closes the dialog. */
export function pressInRelated(dialog: RelatedDialog, key: Key, size: Size): RelatedDialog | null {
  const step = scrollStep(key, relatedRows(size));
  if (step === null) return null;
  const last = Math.max(0, (dialog.lines?.length ?? 0) - relatedRows(size));
  return { ...dialog, top: Math.max(0, Math.min(dialog.top + step, last)) };
}

function scrollStep({ name, text }: Key, page: number): number | null {
  if (name === "up" || text === "k") return -1;
  if (name === "down" || text === "j") return 1;
  if (name === "pageUp") return -page;
  if (name === "pageDown" || text === " ") return page;
  return null;
}
