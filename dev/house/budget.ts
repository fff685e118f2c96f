import type { Figures } from "./measure";

/** Reads the limits from the table of docs/budget.md: `| figure | at most |`. */
export function readBudget(markdown: string): Figures {
  const rows = markdown.matchAll(/^\| (?!figure |-)(.+?) \| ([\d,]+) \|/gm);
  return Object.fromEntries(
    [...rows].map(([, figure, limit]) => [figure ?? "", Number(limit?.replaceAll(",", ""))]),
  );
}

/** Returns a line per figure above its limit, per figure without one, and per limit without a figure. */
export function compareWithBudget(figures: Figures, budget: Figures): string[] {
  const names = [...new Set([...Object.keys(figures), ...Object.keys(budget)])];
  return names.flatMap((name) => {
    const [figure, limit] = [figures[name], budget[name]];
    if (figure === undefined) return `docs/budget.md limits "${name}", which nothing measures`;
    if (limit === undefined) return `docs/budget.md has no limit for "${name}" (${figure})`;
    return figure > limit ? `${name}: ${figure}, at most ${limit} (docs/budget.md)` : [];
  });
}
