import { type Browser, type BrowserContext, chromium, type Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, it } from "vitest";
import { openContext, openPage } from "./browser";
import type {} from "./setup/shared-stack";
import { addAccount, addCampaign, fundWallet } from "./spec/market";

/**
 * Both journeys by keyboard alone on a desk. Every stop of Tab is in the window and uncovered, shows that
 * it has the focus, and follows the stop before, in the document and for the eye.
 */
const desk = { width: 1440, height: 900 };
const { stack, browserUrl } = inject("shared");
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await chromium.connect(browserUrl);
});

afterEach(() => context?.close());
afterAll(() => browser?.close());

/**
 * Returns what is wrong with the stop that has the focus, and keeps it as `last` of the page. `isNext` says
 * that Tab led here from the last one. In JavaScript, because it runs in the page.
 */
const visitStop = `function visitStop(isNext) {
  const name = (of) => of.tagName + " " + (of.getAttribute("aria-label") ?? (of.textContent || of.id)).slice(0, 40);
  const look = (of) =>
    [of, of.parentElement, of.nextElementSibling]
      .flatMap((each) => (each ? [getComputedStyle(each)] : []))
      .map(({ outlineStyle, outlineWidth, boxShadow }) => outlineStyle + outlineWidth + boxShadow)
      .join();
  const isFixed = (of) =>
    of !== null && (getComputedStyle(of).position === "fixed" || isFixed(of.parentElement));
  const element = document.activeElement;
  if (!element || element === document.body) return ["the focus is nowhere"];
  const { last } = globalThis;
  // Month, day, year and the calendar of a date are stops of one field.
  if (last?.element === element && element.type === "date") return [];
  const problems = [];
  const shown = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const hit = document.elementFromPoint(shown.left + shown.width / 2, shown.top + shown.height / 2);
  const area = element.closest("label") ?? element;
  if (!hit || !(area.contains(hit) || hit.contains(area)))
    problems.push(name(element) + " is covered by " + (hit ? name(hit) : "the edge of the window"));
  const fixed = isFixed(element);
  const [x, y] = fixed ? [0, 0] : [scrollX, scrollY];
  const box = new DOMRect(shown.x + x, shown.y + y, shown.width, shown.height);
  if (last?.element.isConnected && last.element !== element) {
    if (look(last.element) === last.look) problems.push(name(last.element) + " shows no focus");
    const order = last.element.compareDocumentPosition(element);
    if (isNext && !(order & Node.DOCUMENT_POSITION_FOLLOWING))
      problems.push(name(element) + " comes before " + name(last.element) + " in the document");
    const isAbove = box.bottom <= last.box.top && box.left < last.box.right;
    if (isNext && isAbove && fixed === last.fixed)
      problems.push(name(element) + " stands above " + name(last.element));
  }
  if (isNext && last?.element === element) problems.push("Tab does not leave " + name(element));
  globalThis.before = last;
  globalThis.last = { element, look: look(element), box, fixed };
  return problems;
}`;

const isFocused = async (target: Locator) =>
  (await target.and(target.page().locator(":focus")).count()) > 0;

const MOST_STOPS = 80;

async function open(path: string) {
  context = await openContext(browser, {
    baseURL: stack.appUrl,
    viewport: desk,
    reducedMotion: "reduce",
  });
  const { page } = await openPage(context, stack.appUrl);
  const problems: string[] = [];
  await page.goto(path);
  const main = page.getByRole("main");

  async function tab() {
    const isNext = "globalThis.last?.element === document.activeElement";
    const wasHere = await page.evaluate<boolean>(isNext);
    await page.keyboard.press("Tab");
    problems.push(...(await page.evaluate<string[]>(`(${visitStop})(${wasHere})`)));
  }

  /** Presses Tab until this has the focus; Shift+Tab leads back by one stop, and Tab here again. */
  async function walkTo(target: Locator) {
    await target.first().waitFor();
    let stops = 0;
    do {
      if (stops === MOST_STOPS) throw new Error(`Tab does not reach ${target}`);
      await tab();
      stops += 1;
    } while (!(await isFocused(target)));
    if (stops === 1) return;
    await page.keyboard.press("Shift+Tab");
    const isBack = "globalThis.before?.element === document.activeElement";
    if (!(await page.evaluate(isBack)))
      problems.push(`Shift+Tab does not lead back from ${target}`);
    await page.keyboard.press("Tab");
    expect(await isFocused(target)).toBe(true);
  }

  const button = (name: string) => main.getByRole("button", { name, exact: true });
  const link = (name: string) => main.getByRole("link", { name, exact: true });
  const heading = (name: string) => main.getByRole("heading", { level: 1, name }).waitFor();
  return { page, main, keys: page.keyboard, problems, tab, walkTo, button, link, heading };
}

type Walk = Awaited<ReturnType<typeof open>>;

/** Signs up from the landing page, by the link with this name. */
async function signUp({ main, keys, walkTo, button, link }: Walk, as: string): Promise<void> {
  const name = `keys-${Bun.randomUUIDv7().slice(-8)}`;
  await walkTo(link(as).first());
  await keys.press("Enter");
  await walkTo(button("Continue with Email"));
  await keys.press("Space");
  const username = main.getByRole("textbox", { name: "Username" });
  await username.waitFor();
  await expect.poll(() => isFocused(username)).toBe(true);
  await keys.type(name);
  await walkTo(main.getByRole("textbox", { name: "Email" }));
  await keys.type(`${name}@example.com`);
  await walkTo(main.getByLabel("Password", { exact: true }));
  await keys.type("correct horse");
  const minor = main.getByRole("checkbox", { name: "I am under 18" });
  await walkTo(minor);
  await keys.press("Space");
  expect(await minor.isChecked()).toBe(true);
  await keys.press("Space");
  await walkTo(button("Create Account"));
  await keys.press("Enter");
}

it("a creator comes from the landing page to a copied link by keyboard", async () => {
  const developer = await addAccount(stack, "developer");
  await fundWallet(stack, developer, 20);
  const campaign = await addCampaign(stack, developer);
  const walk = await open("/");
  const { page, main, keys, problems, tab, walkTo, heading } = walk;
  await signUp(walk, "Join as UGC Creator");
  await heading("Creator Hub");
  await walkTo(main.getByRole("tab", { name: "Joinable Campaigns" }));
  await keys.press("ArrowRight");
  expect(await isFocused(main.getByRole("tab", { name: "My Campaigns", selected: true }))).toBe(
    true,
  );
  await keys.press("ArrowLeft");
  await walkTo(main.getByRole("searchbox", { name: "Search campaigns" }));
  await keys.type(campaign.name);
  const card = main.getByRole("article", { name: campaign.name });
  const details = card.getByRole("button", { name: "Details" });
  await walkTo(details);
  await keys.press("Enter");
  const dialog = page.getByRole("dialog", { name: campaign.name });
  await dialog.getByRole("button", { name: "Join Campaign" }).waitFor();
  for (let stops = 0; stops < 12; stops += 1) {
    await keys.press("Tab");
    expect(await isFocused(dialog.locator("*"))).toBe(true);
  }
  await keys.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => isFocused(details)).toBe(true);
  await keys.press("Shift+Tab");
  expect(await isFocused(card.getByRole("button", { name: "Join campaign" }))).toBe(true);
  await keys.press("Space");
  const copy = card.getByRole("button", { name: "Copy Link" });
  await expect.poll(() => isFocused(copy)).toBe(true);
  await page.evaluate("navigator.clipboard.writeText('')");
  await keys.press("Enter");
  const shown = card.getByRole("textbox", { name: `Link for ${campaign.name}` });
  const copied = () => page.evaluate("navigator.clipboard.readText()");
  await expect.poll(copied).toBe(await shown.inputValue());
  await tab();
  expect(problems).toEqual([]);
});

it("a developer comes from the landing page to a live campaign with $500 by keyboard", async () => {
  const walk = await open("/");
  const { page, main, keys, problems, walkTo, button, link, heading } = walk;
  await signUp(walk, "Join as Game Developer");
  await walkTo(link("Create Campaign"));
  await keys.press("Enter");
  await walkTo(main.getByRole("textbox", { name: "Game URL" }));
  await keys.type("https://www.roblox.com/games/1818/Lava-Tower");
  await main.getByText("Clicks can be counted in this game ✓").waitFor();
  await walkTo(main.getByRole("textbox", { name: "Description" }));
  await keys.type("Climb.");
  await walkTo(button("Continue"));
  await keys.press("Enter");
  await walkTo(main.getByRole("textbox", { name: /^Budget/ }));
  await keys.type("500");
  await walkTo(button("Continue"));
  await keys.press("Enter");
  await walkTo(button("Pay $500.00 and launch"));
  await keys.press("Enter");
  // Stripe's own page: its order is not ours.
  await page.waitForURL(({ origin }) => origin !== new URL(stack.appUrl).origin);
  const own = problems.length;
  const card = page.getByRole("radio", { checked: true });
  await walkTo(card);
  await keys.press("ArrowDown");
  await keys.press("ArrowUp");
  await walkTo(page.getByRole("button", { name: "Pay $500.00", exact: true }));
  problems.splice(own);
  await keys.press("Enter");
  await heading("Payment Successful!");
  await walkTo(link("Open campaign"));
  await keys.press("Enter");
  await heading("Lava Tower");
  await main.getByText("LIVE").waitFor();
  expect(problems).toEqual([]);
});

it("a toast shows its focus, and Tab leads back to where a person called it, or on", async () => {
  const { page, main, keys, problems, tab, walkTo, button, link } = await open("/login");
  await walkTo(main.getByRole("textbox", { name: "Email" }));
  await keys.type("nobody@example.com");
  await walkTo(main.getByLabel("Password", { exact: true }));
  await keys.type("correct horse");
  await walkTo(button("Sign In"));
  await keys.press("Enter");
  const list = page.getByRole("region", { name: "Notifications" });
  const toast = list.getByRole("listitem");
  const dismiss = list.getByRole("button", { name: "Dismiss notification" });
  await toast.getByText("Invalid email or password").waitFor();
  const google = link("Continue with Google");
  await walkTo(google);
  // The keys that call the list of toasts, which then stays.
  await keys.press("Alt+t");
  await tab();
  expect(await isFocused(toast)).toBe(true);
  await tab();
  expect(await isFocused(dismiss)).toBe(true);
  // Past the end of the page lies the browser's own frame, one stop.
  await keys.press("Tab");
  await keys.press("Tab");
  expect(await isFocused(link("Forgot your password?"))).toBe(true);
  await walkTo(dismiss);
  await keys.press("Tab");
  await keys.press("Tab");
  expect(await isFocused(page.getByRole("link", { name: "Skip to content" }))).toBe(true);
  expect(problems).toEqual([]);
});

it("a sign-in that fails leaves the focus where it was", async () => {
  const { page, main, keys, button } = await open("/login");
  const email = main.getByRole("textbox", { name: "Email" });
  await email.fill("nobody@example.com");
  const password = main.getByLabel("Password", { exact: true });
  for (const control of [password, button("Sign In")]) {
    await password.fill("wrong horse");
    await control.focus();
    const answered = page.waitForResponse("**/api/auth/login");
    await keys.press("Enter");
    expect((await answered).status()).toBe(401);
    await expect.poll(() => isFocused(control)).toBe(true);
  }
});
