import type { Page } from "playwright-core";
import { type Figures, findDifferences } from "./comparison";

const PATIENCE_MS = 15_000;

/**
 * Returns the figures that a page shows. Polls until all expected figures match; returns the last
 * state after a time-out. `Section: label` names a line and `Section: row, column` a cell; without
 * a section the prefix is missing.
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
 * Runs in the page. A line below a verdict is named after both. Smaller text behind a figure is
 * ignored.
 */
const readFigures = `(() => {
  const figures = {};
  for (const details of document.querySelectorAll("main details")) details.open = true;
  const readText = (node) => node?.textContent.replace(/\\s+/g, " ").trim() ?? "";
  const withSection = (node, name) => {
    const section = node.closest("[aria-labelledby]");
    const title = readText(document.getElementById(section?.getAttribute("aria-labelledby")));
    return title ? title + ": " + name : name;
  };
  for (const line of document.querySelectorAll("main dl > div")) {
    const above = line.parentElement.previousElementSibling;
    const verdict = above?.children.length === 1 ? above.querySelector(".stamp") : null;
    const within = verdict && !line.querySelector(".stamp") ? readText(verdict) + ", " : "";
    const label = within + readText(line.querySelector("dt"));
    figures[withSection(line, label)] = readText(line.querySelector("dd"));
  }
  for (const row of document.querySelectorAll("main table.ledger tbody tr")) {
    const name = readText(row.querySelector("th")?.firstChild);
    for (const cell of row.querySelectorAll("td[data-label]"))
      figures[withSection(row, name + ", " + cell.dataset.label)] = readText(cell);
  }
  for (const code of document.querySelectorAll("main li > code"))
    figures[withSection(code, readText(code))] = readText(code.nextElementSibling);
  return figures;
})()`;
