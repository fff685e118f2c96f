import type {} from "@fairclick/dev/setup/chromium";
import type { Browser, BrowserContext, Response as Loaded, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { launchBrowser, openContext } from "./browser";
import { findBarriers } from "./find-barriers";
import { addAccount } from "./spec/market";
import { removeDataDir, type Stack, startStack } from "./stack";

const PATH = "/app/creator-hub?tab=mine";

let stack: Stack;
let browser: Browser;
let token: string;
let front: ReturnType<typeof serveFront>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  stack = await startStack();
  browser = await launchBrowser(inject("chromium").executablePath);
  ({ token } = await addAccount(stack, "creator"));
});

beforeEach(async () => {
  front = serveFront(0);
  await openHub();
});

afterEach(async () => {
  await context.close();
  await front.stop(true);
});

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  if (stack) removeDataDir(stack);
});

/** A proxy that can be stopped and can serve another release of the worker. */
function serveFront(port: number, changeWorker = (source: string) => source) {
  return Bun.serve({
    port,
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set("accept-encoding", "identity");
      headers.delete("if-none-match");
      const answer = await fetch(stack.appUrl + pathname + search, {
        method: request.method,
        headers,
        body: request.body,
        redirect: "manual",
      });
      if (pathname !== "/sw.js") return answer;
      return new Response(changeWorker(await answer.text()), { headers: answer.headers });
    },
  });
}

async function openHub(options: { locale?: string } = {}): Promise<void> {
  context = await openContext(browser, { baseURL: `http://localhost:${front.port}`, ...options });
  await context.addInitScript((kept) => localStorage.setItem("token", kept), token);
  page = await context.newPage();
  await page.goto(PATH);
  await page.evaluate(`navigator.serviceWorker.ready.then(({ active }) =>
    active.state === "activated" ||
    new Promise((done) => active.addEventListener("statechange", () => done(true))))`);
}

const seeHeading = (name: string) =>
  page.getByRole("heading", { level: 1, name }).waitFor({ timeout: 60_000 });

it("shows a page of ours without a network, and the page itself when it is back", async () => {
  await context.setOffline(true);
  await page.reload();
  await seeHeading("You are offline");
  expect(await findBarriers(page)).toEqual([]);
  await context.setOffline(false);
  await seeHeading("Creator Hub");
  expect(new URL(page.url()).href.endsWith(PATH)).toBe(true);
});

it("shows it in the place of the login too, and never in that of a creator's link", async () => {
  await page.goto("/login");
  await page.evaluate("navigator.serviceWorker.ready");
  await page.reload();
  await context.setOffline(true);
  await page.goto("/login");
  await seeHeading("You are offline");
  await expect(page.goto("/r/abc")).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
});

it("says it in Spanish", async () => {
  await context.close();
  await openHub({ locale: "es-MX" });
  await context.setOffline(true);
  await page.reload();
  await seeHeading("Estás sin conexión");
});

it("comes back by itself when a stopped server is started again", async () => {
  const { port } = front;
  await front.stop(true);
  await page.reload();
  await seeHeading("Fairclick does not answer");
  front = serveFront(port ?? 0);
  await seeHeading("Creator Hub");
});

it("stores nothing, and handles nothing but page loads", async () => {
  const handled: Loaded[] = [];
  page.on("response", (response) => {
    if (response.fromServiceWorker()) handled.push(response);
  });
  await page.reload();
  await seeHeading("Creator Hub");
  await page.waitForLoadState("load");
  expect(handled.map((response) => response.request().resourceType())).toEqual(["document"]);
  expect(await page.evaluate("caches.keys()")).toEqual([]);
});

it("shows the page of a newer release", async () => {
  await page.reload();
  const { port } = front;
  await front.stop(true);
  front = serveFront(port ?? 0, (source) =>
    source.replace("You are offline", "You are still offline"),
  );
  await page.evaluate(`new Promise((done, fail) => {
    navigator.serviceWorker.addEventListener("controllerchange", () => done(true));
    navigator.serviceWorker.ready.then((registration) => registration.update()).catch(fail);
  })`);
  await context.setOffline(true);
  await page.reload();
  await seeHeading("You are still offline");
});
