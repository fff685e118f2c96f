import cliTruncate from "cli-truncate";
import stringWidth from "string-width";

/** Wide enough for ids and e-mail addresses; keeps long foreign texts from breaking the table. */
const MAX_CELL_COLUMNS = 80;
const MAX_LAST_CELL_COLUMNS = 400;

/** Returns the lines of a table with aligned columns. Cells that are too long end in `…`. */
export function toTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const last = headings.length - 1;
  const lines = [headings, ...rows].map((line) =>
    line.map((cell, i) => cutTo(cell, i === last ? MAX_LAST_CELL_COLUMNS : MAX_CELL_COLUMNS)),
  );
  const widths = headings.map((_, i) =>
    Math.max(...lines.map((line) => stringWidth(line[i] ?? ""))),
  );
  return lines.map((line) =>
    line
      .map((cell, i) => cell + " ".repeat((widths[i] ?? 0) - stringWidth(cell)))
      .join("  ")
      .trimEnd(),
  );
}

function cutTo(cell: string, columns: number): string {
  return cell.length > columns && stringWidth(cell) > columns ? cliTruncate(cell, columns) : cell;
}
