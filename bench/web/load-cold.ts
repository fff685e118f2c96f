import type { Browser, CDPSession, Page } from "playwright-core";

const CPU_SLOWDOWN = 4;
const LATENCY_MS = 150;
const DOWN_BYTES_PER_S = 1_600_000 / 8;
const UP_BYTES_PER_S = 750_000 / 8;

export type ColdLoad = {
  usableMs: number;
  campaignsMs: number;
  networkMs: number;
  scriptBytes: number;
  allBytes: number;
};

/** Opens the Creator Hub with an empty cache, as somebody who is signed in. */
export async function loadCold(
  browser: Browser,
  { url, token }: { url: string; token: string },
): Promise<ColdLoad> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
  });
  try {
    const page = await context.newPage();
    await page.goto("/robots.txt");
    await page.evaluate((kept) => localStorage.setItem("token", kept), token);
    await page.addInitScript({ content: noteMoments });
    const client = await slowDown(page);
    const bytes = await countBytes(client);
    await page.goto("/app/creator-hub");
    await page.getByRole("button", { name: "Join campaign" }).first().waitFor();
    const { usable, campaigns } = await page.evaluate<Moments>("window.moments");
    const { script, all } = bytes();
    // The page, its script, the session and the campaigns can only follow each other.
    const networkMs = 4 * LATENCY_MS + (1_000 * all) / DOWN_BYTES_PER_S;
    return {
      usableMs: usable,
      campaignsMs: campaigns,
      networkMs,
      scriptBytes: script,
      allBytes: all,
    };
  } finally {
    await context.close();
  }
}

type Moments = { usable: number; campaigns: number };

/** Runs in the page: keeps when each thing was there for the first time, counted from the start of the load. */
const noteMoments = `
  window.moments = {};
  new MutationObserver(() => {
    const buttons = [...document.querySelectorAll("button")];
    if (document.querySelector("h1") && document.querySelector('[role="tab"]'))
      moments.usable ??= performance.now();
    if (buttons.some(({ textContent }) => textContent === "Join campaign"))
      moments.campaigns ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
`;

async function slowDown(page: Page): Promise<CDPSession> {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.setCacheDisabled", { cacheDisabled: true });
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: DOWN_BYTES_PER_S,
    uploadThroughput: UP_BYTES_PER_S,
  });
  await client.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return client;
}

async function countBytes(client: CDPSession): Promise<() => { script: number; all: number }> {
  const scripts = new Set<string>();
  let script = 0;
  let all = 0;
  client.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    all += encodedDataLength;
    if (scripts.has(requestId)) script += encodedDataLength;
  });
  return () => ({ script, all });
}
