import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject } from "vitest";
import { openContext, openPage, type Watched } from "../browser";
import type {} from "../setup/shared-stack";
import type { StackAddress } from "../stack";
import type { Account } from "./market";

export const phone = [390];
/** For what a page shows otherwise on a desktop. */
export const phoneAndDesktop = [390, 1440];

export type Spec = {
  width: number;
  stack: () => StackAddress;
  /** Opens a new page at this width with empty storage, signed in if an account is passed. */
  open: (account?: Account) => Promise<Page>;
};

const { stack, browserUrl } = inject("shared");
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.connect(browserUrl);
});

afterAll(async () => {
  await browser?.close();
});

/**
 * Runs a part of the specification against the real stack in a real browser, at each of these
 * widths. All files share stack and browser, so no test may depend on another.
 */
export function specify(
  title: string,
  widths: readonly number[],
  tell: (spec: Spec) => void,
): void {
  describe(title, () => {
    describe.each(widths)("at %i px", (width) => {
      let context: BrowserContext;
      const opened: Watched[] = [];

      beforeAll(async () => {
        const viewport = { width, height: 900 };
        context = await openContext(browser, { baseURL: stack.appUrl, viewport });
        // Stays open: without a page, the browser ends the process that renders, and starts it for the next test.
        await context.newPage();
      });

      afterEach(async () => {
        const left = opened.splice(0);
        await Promise.all(left.map(({ page }) => page.close()));
        await context.clearCookies();
        expect(left.flatMap(({ complaints }) => complaints.filter(isUnexpected))).toEqual([]);
      });

      afterAll(async () => {
        await context?.close();
      });

      tell({
        width,
        stack: () => stack,
        open: async (account) => {
          const watched = await openPage(context, stack.appUrl);
          opened.push(watched);
          await resetStorage(watched.page, account?.token ?? null);
          return watched.page;
        },
      });
    });
  });
}

/**
 * Returns false for errors that the browser logs itself for failed requests, which tests cause on
 * purpose.
 */
function isUnexpected(complaint: string): boolean {
  return !complaint.startsWith("Failed to load resource");
}

/** Clears the storage of an earlier user, and signs in if there is a token. */
async function resetStorage(page: Page, token: string | null): Promise<void> {
  await page.addInitScript(`
    if (location.origin === ${JSON.stringify(stack.appUrl)} && !sessionStorage.getItem("begun")) {
      sessionStorage.setItem("begun", "yes");
      localStorage.clear();
      if (${token !== null}) localStorage.setItem("token", ${JSON.stringify(token)});
    }`);
}
