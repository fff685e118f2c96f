import type { Page } from "playwright-core";
import { type Figures, findDifferences } from "./comparison";

const PATIENCE_MS = 15_000;

/**
 * The figures that a page shows under the names that are expected of it, once all are as expected;
 * after some patience as they are. `Section: label` names a line, `Section: row, column` a cell;
 * what is in no section goes without.
 */
export async function readPage(page: Page, path: string, expected: Figures): Promise<Figures> {
  await page.goto(path);
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const all = await page.evaluate<Record<string, string>>(readFigures);
    const shown = Object.keys(expected).filter((name) => name in all);
    const figures = Object.fromEntries(shown.map((name) => [name, all[name] ?? ""]));
    if (findDifferences(figures, expected).length === 0) return figures;
    if (performance.now() > deadline) return figures;
    await page.waitForTimeout(100);
  }
}

/**
 * Runs in the page. A line below a verdict's is named after both; what stands behind a figure in
 * smaller letters is left out.
 */
const readFigures = `(() => {
  const figures = {};
  const textOf = (node) => node?.textContent.replace(/\\s+/g, " ").trim() ?? "";
  const withSection = (node, name) => {
    const section = node.closest("[aria-labelledby]");
    const title = textOf(document.getElementById(section?.getAttribute("aria-labelledby")));
    return title ? title + ": " + name : name;
  };
  for (const line of document.querySelectorAll("main dl > div")) {
    const above = line.parentElement.previousElementSibling;
    const verdict = above?.children.length === 1 ? above.querySelector(".stamp") : null;
    const within = verdict && !line.querySelector(".stamp") ? textOf(verdict) + ", " : "";
    const label = within + textOf(line.querySelector("dt"));
    figures[withSection(line, label)] = textOf(line.querySelector("dd"));
  }
  for (const row of document.querySelectorAll("main table.ledger tbody tr")) {
    const name = textOf(row.querySelector("th")?.firstChild);
    for (const cell of row.querySelectorAll("td[data-label]"))
      figures[withSection(row, name + ", " + cell.dataset.label)] = textOf(cell);
  }
  for (const code of document.querySelectorAll("main li > code"))
    figures[withSection(code, textOf(code))] = textOf(code.nextElementSibling);
  return figures;
})()`;
