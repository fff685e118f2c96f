import type {} from "@fairclick/dev/setup/chromium";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject } from "vitest";
import { launchBrowser, oneProcess, openContext, openPage, type Watched } from "../browser";
import { removeDataDir, type Stack, startStack } from "../stack";
import type { Account } from "./market";

/** A phone and a desk. */
const widths = [390, 1440];

export type Spec = {
  width: number;
  stack: () => Stack;
  /** A new page at this width as somebody new finds it, signed in when there is an account. */
  open: (account?: Account) => Promise<Page>;
};

let stack: Stack;
let browser: Browser;

beforeAll(async () => {
  stack = await startStack({ env: { TRUSTED_PROXIES: "127.0.0.0/8,::1/128" } });
  browser = await launchBrowser(inject("chromium").executablePath, oneProcess);
});

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  if (stack) removeDataDir(stack);
});

/**
 * Tells a part of the specification on the real stack, in a real browser, on a phone and on a desk.
 * All parts in a file share the stack and the browser: no test may rely on what another has left.
 */
export function specify(title: string, tell: (spec: Spec) => void): void {
  describe(title, () => {
    describe.each(widths)("at %i px", (width) => {
      let context: BrowserContext;
      const opened: Watched[] = [];

      beforeAll(async () => {
        const viewport = { width, height: 900 };
        context = await openContext(browser, { baseURL: stack.appUrl, viewport });
      });

      afterEach(async () => {
        const left = opened.splice(0);
        await Promise.all(left.map(({ page }) => page.close()));
        await context.clearCookies();
        expect(left.flatMap(({ complaints }) => complaints.filter(isOurs))).toEqual([]);
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
          await startAfresh(watched.page, account?.token ?? null);
          return watched.page;
        },
      });
    });
  });
}

/** A refusal that a test asks for is written to the console by the browser itself. */
function isOurs(complaint: string): boolean {
  return !complaint.startsWith("Failed to load resource");
}

/** Nothing is left of whoever sat here before, and who has a token is signed in. */
async function startAfresh(page: Page, token: string | null): Promise<void> {
  await page.addInitScript(`
    if (location.origin === ${JSON.stringify(stack.appUrl)} && !sessionStorage.getItem("begun")) {
      sessionStorage.setItem("begun", "yes");
      localStorage.clear();
      if (${token !== null}) localStorage.setItem("token", ${JSON.stringify(token)});
    }`);
}
