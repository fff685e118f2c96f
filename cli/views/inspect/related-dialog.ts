import type { Key } from "./keys";
import type { Size } from "./layout";
import { pressToScroll } from "./scroll-keys";

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
  const { lines, top } = dialog;
  const scrolled = pressToScroll(key, { top, lines: lines?.length ?? 0, rows: relatedRows(size) });
  return scrolled === null ? null : { ...dialog, top: scrolled };
}
