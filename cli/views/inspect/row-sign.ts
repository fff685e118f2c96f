import type { State } from "./state";

/** The sign before a row: selected, marked or both. */
export function rowSign(
  { marks }: Pick<State, "marks">,
  { key, isSelected }: { key: string; isSelected: boolean },
): string {
  if (marks.rows.has(key)) return isSelected ? "»" : "*";
  return isSelected ? ">" : " ";
}
