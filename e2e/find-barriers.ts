import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

/** The minified build: a page reads it in half the time. */
const axe = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** A page lays out what is far below only when it comes near. */
export const showBelowFold = `for (const each of document.querySelectorAll(".below-fold"))
  each.style.contentVisibility = "visible"`;

/**
 * Checks a page for accessibility by axe's rules, all of them or those with these ids. Returns one
 * line per broken rule, with its first element.
 */
export async function findBarriers(page: Page, ruleIds?: string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  await page.evaluate(showBelowFold);
  const options = {
    resultTypes: ["violations"],
    ...(ruleIds ? { runOnly: { type: "rule", values: ruleIds } } : {}),
  };
  return await page.evaluate<string[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ": " + nodes[0].html))`,
  );
}
