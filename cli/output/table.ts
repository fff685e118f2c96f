import cliTruncate from "cli-truncate";
import stringWidth from "string-width";

/** An e-mail address or an id fits; a text that somebody made long does not push others away. */
const MAX_CELL_COLUMNS = 80;
const MAX_LAST_CELL_COLUMNS = 400;

/** Columns side by side, the last one as long as it needs; cells that are too long end in `…`. */
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
