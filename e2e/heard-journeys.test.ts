import { readFileSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, it } from "vitest";
import { openContext, openPage } from "./browser";
import type {} from "./setup/shared-stack";
import { addAccount, addCampaign, fundWallet } from "./spec/market";

/**
 * Both journeys as a screen reader tells them: by roles and names alone, in both languages, with what
 * the live region says and where the focus goes.
 */
const phone = { width: 390, height: 844 };
const { stack, browserUrl } = inject("shared");
let browser: Browser;
let context: BrowserContext;
let people = 0;

beforeAll(async () => {
  browser = await chromium.connect(browserUrl);
});

afterEach(() => context?.close());
afterAll(() => browser?.close());

const files = ["core", "server", "web", "web-accounts", "web-campaigns", "web-clicks", "web-money"];
const spanish: Record<string, string> = Object.assign(
  {},
  ...files.map((file) =>
    JSON.parse(
      readFileSync(new URL(`../core/language/spanish/${file}.json`, import.meta.url), "utf8"),
    ),
  ),
);

/** Says a text in the language of a browser, with these values in its places. */
type Say = (text: string, ...values: string[]) => string;

function speak(locale: string): Say {
  return (text, ...values) => {
    const said = locale.startsWith("es") ? spanish[text] : text;
    if (said === undefined) throw new Error(`"${text}" is not translated`);
    return values.reduce((whole, value, place) => whole.replace(`{${place}}`, value), said);
  };
}

async function open(locale: string) {
  context = await openContext(browser, { baseURL: stack.appUrl, viewport: phone, locale });
  const { page } = await openPage(context, stack.appUrl);
  const say = speak(locale);
  const main = page.getByRole("main");
  const press = (role: "button" | "link", name: string) =>
    main.getByRole(role, { name, exact: true }).first().click();
  const write = (name: string | RegExp, text: string) =>
    main.getByRole("textbox", { name }).fill(text);
  const hear = (text: string) =>
    page
      .getByRole("region", { name: say("Notifications") })
      .getByText(text)
      .waitFor();
  return { page, say, main, press, write, hear };
}

type Walk = Awaited<ReturnType<typeof open>>;

async function signUp({ say, main, press, write }: Walk): Promise<void> {
  people += 1;
  const name = `heard-${people}-${Bun.randomUUIDv7().slice(-6)}`;
  await press("button", say("Continue with Email"));
  await write(say("Username"), name);
  await write(say("Email"), `${name}@example.com`);
  // A password has no role: its label finds it.
  await main.getByLabel(say("Password"), { exact: true }).fill("correct horse");
  const minor = main.getByRole("checkbox", { name: say("I am under {0}", "18") });
  expect(await minor.isChecked()).toBe(false);
  await press("button", say("Create Account"));
}

const focused = (page: Page) => page.evaluate<string>("document.activeElement?.textContent ?? ''");

const languages = ["en-US", "es-MX"];
const PAY_AND_LAUNCH = ["Pay $", "{0} and launch"].join("");

it.each(languages)("a creator hears the way to a copied link in %s", async (locale) => {
  const developer = await addAccount(stack, "developer");
  await fundWallet(stack, developer, 20);
  const campaign = await addCampaign(stack, developer);
  const walk = await open(locale);
  const { page, say, main, press, hear } = walk;
  await page.goto("/");
  await press("link", say("Join as UGC Creator"));
  await signUp(walk);
  await main.getByRole("heading", { level: 1, name: say("Creator Hub") }).waitFor();
  await main.getByRole("searchbox", { name: say("Search campaigns") }).fill(campaign.name);
  const card = main.getByRole("article", { name: campaign.name });
  await card.getByRole("button", { name: say("Join campaign") }).click();
  await hear(say("Successfully joined campaign!"));
  await hear(say("Link copied to clipboard!"));
  await card.getByRole("textbox", { name: say("Link for {0}", campaign.name) }).waitFor();
  expect(await focused(page)).toBe(say("Copy Link"));
});

it.each(languages)("a developer hears the way to a live campaign in %s", async (locale) => {
  const walk = await open(locale);
  const { page, say, main, press, write } = walk;
  await page.goto("/");
  await press("link", say("Join as Game Developer"));
  await signUp(walk);
  await press("link", say("Create Campaign"));
  await write(say("Game URL"), "https://www.roblox.com/games/1818/Lava-Tower");
  await main.getByText(say("Clicks can be counted in this game ✓")).waitFor();
  await write(say("Description"), "Climb.");
  await press("button", say("Continue"));
  await write(new RegExp(`^${say("Budget")}`), "15");
  await press("button", say("Continue"));
  await press("button", say(PAY_AND_LAUNCH, "15.00"));
  // Stripe's own page; the name of the button before it begins with the same words.
  await page.getByRole("button", { name: "Pay $15.00", exact: true }).click();
  await main.getByRole("heading", { level: 1, name: say("Payment Successful!") }).waitFor();
  await press("link", say("Open campaign"));
  await main.getByRole("heading", { level: 1, name: "Lava Tower" }).waitFor();
});
