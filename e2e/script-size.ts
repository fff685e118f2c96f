import type { Page } from "playwright-core";

/** The most script that a page may load, as sent (bytes). */
export const MAX_SCRIPT_BYTES = 200_000;

/** The most script that a page may load with an open dialog, whose form loads when it opens (bytes). */
export const MAX_DIALOG_SCRIPT_BYTES = 220_000;

/** Returns the compressed size of all scripts that the page has loaded, from the cache or not (bytes). */
export function measureScript(page: Page): Promise<number> {
  return page.evaluate<number>(`performance.getEntriesByType("resource")
    .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);
}
