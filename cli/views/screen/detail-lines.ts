import wrapAnsi from "wrap-ansi";
import { printable } from "../../output/printable";
import type { Source } from "./source";
import { type State, selectedRow } from "./state";

/** Returns everything known about the selected row, wrapped to the given columns. */
export function detailLines(state: State, columns: number): string[] {
  const row = selectedRow(state);
  if (!row) return [];
  const output = row.show ? (state.outputs.get(row.key) ?? ["Reading …"]) : [];
  return [...row.about, ...output].flatMap((line) =>
    wrapAnsi(printable(line), columns, { hard: true, trim: false }).split("\n"),
  );
}

/** Returns the keys of every screen, then those of this one. */
export function helpLines({ help }: Source): string[] {
  return [
    "↑ ↓ j k         move; PgUp and PgDn by a page, Home and End to the first and last",
    "enter           the whole detail of the selected row",
    "tab ← →         other lists                esc  the first list",
    "g               to the top, and read everything again",
    "u               undo the last act, if it can be undone",
    "q               quit",
    "",
    ...help,
    "",
    "Each act asks for a reason, shows what it will change, and asks before it does. The same",
    "command lines work without this screen.",
  ];
}
