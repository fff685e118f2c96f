import type {} from "@fairclick/dev/setup/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject } from "vitest";
import { launchBrowser, openPerson, type Person } from "../browser";
import { removeDataDir, type Stack, startStack } from "../stack";
import type { Account } from "./market";

/** A phone and a desk. */
const widths = [390, 1440];

export type Spec = {
  width: number;
  stack: () => Stack;
  /** A page of somebody's own at this width, signed in when there is an account. */
  open: (account?: Account) => Promise<Page>;
};

/** Tells a part of the specification on the real stack, in a real browser, on a phone and on a desk. */
export function specify(title: string, tell: (spec: Spec) => void): void {
  describe(title, () => {
    let stack: Stack;
    let browser: Browser;
    const people: Person[] = [];

    beforeAll(async () => {
      stack = await startStack({ env: { TRUSTED_PROXIES: "127.0.0.0/8,::1/128" } });
      browser = await launchBrowser(inject("chromium").executablePath);
    });

    afterEach(async () => {
      const left = people.splice(0);
      await Promise.all(left.map(({ context }) => context.close()));
      expect(left.flatMap(({ complaints }) => complaints.filter(isOurs))).toEqual([]);
    });

    afterAll(async () => {
      await browser?.close();
      await stack?.stop();
      if (stack) removeDataDir(stack);
    });

    describe.each(widths)("at %i px", (width) => {
      tell({
        width,
        stack: () => stack,
        open: async (account) => {
          const person = await openPerson(browser, stack.appUrl);
          people.push(person);
          await person.page.setViewportSize({ width, height: 900 });
          if (account) await signIn(person.page, account);
          return person.page;
        },
      });
    });
  });
}

/** A refusal that a test asks for is written to the console by the browser itself. */
function isOurs(complaint: string): boolean {
  return !complaint.startsWith("Failed to load resource");
}

async function signIn(page: Page, { token }: Account): Promise<void> {
  await page.goto("/robots.txt");
  await page.evaluate((kept) => localStorage.setItem("token", kept), token);
}
