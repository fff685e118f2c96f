/** Columns side by side, the last one as long as it likes. */
export function toTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const lines = [headings, ...rows];
  const widths = headings.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
