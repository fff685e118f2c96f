import stringWidth from "string-width";

/** Columns side by side, the last one as long as it likes. */
export function toTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const lines = [headings, ...rows];
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
