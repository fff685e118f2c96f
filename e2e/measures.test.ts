import type {} from "@fairclick/dev/setup/chromium";
import { expect, inject, it } from "vitest";
import { launchBrowser, oneProcess } from "./browser";
import { loadSlowly } from "./measures/load-slowly";
import { measurePages } from "./measures/measure-app";
import { screens } from "./screens/all-screens";
import { openDemo } from "./screens/open-demo";
import { removeDataDir } from "./stack";

/** What does not depend on the clicks of the demo; `bun run bench:web` prints the rest. */
const held = [
  "landing: words",
  "landing: height",
  "campaign: buttons seen at once",
  "campaign: the same at 1440 px",
  "landing: script as sent, kB",
  "all-campaigns: script as sent, kB",
  "script as sent, kB, most: campaign",
];

it("keeps pages within their limits, and their parts where they appear", async () => {
  const demo = await openDemo();
  const browser = await launchBrowser(inject("chromium").executablePath, oneProcess);
  try {
    const names = ["landing", "all-campaigns", "campaign"];
    const { measures } = await measurePages(browser, demo, names);
    const found = measures.filter(({ what }) => held.includes(what));
    expect(found).toHaveLength(held.length);
    expect(found.filter(({ now, most }) => now === null || now > most)).toEqual([]);
    const payments = screens(demo.market).find(({ name }) => name === "payments");
    if (!payments) throw new Error("There is no screen of payments");
    const token = demo.tokens[payments.viewer];
    const slow = await loadSlowly(browser, { url: demo.stack.appUrl, screen: payments, token });
    expect(slow.layoutShift).toBeLessThan(0.1);
  } finally {
    await browser.close();
    await demo.stack.stop();
    removeDataDir(demo.stack);
  }
});
