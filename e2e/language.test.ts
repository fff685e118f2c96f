import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, it } from "vitest";
import { openContext, openPage, type Watched } from "./browser";
import { listEnglishScripts, MAX_SCRIPT_BYTES, measureScript } from "./script-size";
import type {} from "./setup/shared-stack";
import { type Account, addAccount, addCampaign, call, fundWallet } from "./spec/market";

/** Words that no Spanish text contains, but nearly every English one. */
const ENGLISH =
  /\b(?:the|and|your|you|with|not|this|are|is|from|yet|of|to|what|when|for|clicks?|campaigns?|earned|earnings|paid|wallet|loading|could|open|join|share|copy|budget|days?|hours?|left)\b/i;

const spanishCampaign = {
  gameTitle: "Torre de pruebas",
  description: "Sube hasta arriba.",
  conversionTips: "Muestra el último salto.",
  targetAudience: "Gente que ama las torres",
};

const { stack, browserUrl } = inject("shared");
let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  browser = await chromium.connect(browserUrl);
});

afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

afterAll(async () => {
  await browser?.close();
});

async function openMexican(account?: Account): Promise<Watched> {
  const context = await openContext(browser, { baseURL: stack.appUrl, locale: "es-MX" });
  contexts.push(context);
  if (account) {
    await context.addInitScript((token) => localStorage.setItem("token", token), account.token);
  }
  return openPage(context, stack.appUrl);
}

function readLanguage(page: Page): Promise<string | null> {
  return page.locator("html").getAttribute("lang");
}

/** Returns what people read and hear on a page: its title, texts and the names of elements. */
const READ_TEXTS = `(() => {
  const elements = [...document.querySelectorAll("body *")]
    .filter((element) => !element.closest("script, style, noscript, code, [lang=en]"));
  const texts = elements.flatMap((element) => [
    ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map(({ textContent }) => textContent.trim()),
    ...["aria-label", "placeholder", "title", "alt"].map((name) => element.getAttribute(name) ?? ""),
  ]);
  return [...new Set([document.title, ...texts])].filter((text) => text !== "");
})()`;

const IS_WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth";

function readTexts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(READ_TEXTS);
}

async function findEnglish(page: Page): Promise<string[]> {
  return (await readTexts(page)).filter((text) => ENGLISH.test(text));
}

it("speaks Spanish to a browser from Mexico, and writes amounts as before", async () => {
  const { page, complaints } = await openMexican();
  await page.goto("/");
  await page.getByRole("heading", { level: 1, name: /imprime\srecibos\.$/ }).waitFor();
  expect(await readLanguage(page)).toBe("es");
  await page.getByText("$1.50", { exact: true }).first().waitFor();
  await page.goto("/register?mode=email");
  await page.getByLabel("Nombre de usuario").fill("Ana");
  await page.getByRole("button", { name: "Crear cuenta" }).click();
  await page.getByRole("alert").first().waitFor();
  expect(await findEnglish(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it("answers a wrong password in Spanish", async () => {
  const { page } = await openMexican();
  await page.goto("/login");
  await page.getByLabel("Correo electrónico").fill("nobody@example.com");
  await page.getByLabel("Contraseña").fill("correct horse");
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.getByRole("alert").filter({ hasText: "contraseña" }).waitFor();
});

it("stays English once that was chosen by hand, until Spanish is chosen", async () => {
  const { page } = await openMexican();
  await page.goto("/login");
  await page.getByRole("heading", { name: "Entrar" }).waitFor();
  await page.goto("/terms");
  await page.getByRole("link", { name: "English" }).click();
  await page.getByRole("heading", { name: "Terms" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Terms" }).waitFor();
  expect(await readLanguage(page)).toBe("en");
  await page.getByRole("link", { name: "Español" }).click();
  await page.getByRole("heading", { name: "Términos" }).waitFor();
  await page.waitForURL("**/es/terms");
  expect(await readLanguage(page)).toBe("es");
});

it("changes the page while the server stores nothing, and the account's language once it does", async () => {
  const ana = await addAccount(stack, "ana");
  await call(stack, ["PUT", "/api/users/profile/language"], {
    token: ana.token,
    json: { language: "es" },
  });
  const { page } = await openMexican(ana);
  await page.route("**/profile/language", () => {});
  await page.goto("/contact");
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("heading", { name: "Contact" }).waitFor();
  expect(await readMailLanguage(ana)).toBe("es");
  await page.unroute("**/profile/language");
  await page.reload();
  await expect.poll(() => readMailLanguage(ana)).toBe("en");
});

async function readMailLanguage(account: Account): Promise<string> {
  const { token } = account;
  return (await call<{ language: string }>(stack, ["GET", "/api/users/profile"], { token }))
    .language;
}

it("leaves no English on both hubs, the wizard and the profile, and fits a phone", async () => {
  const ana = await addAccount(stack, "ana");
  await fundWallet(stack, ana, 40);
  const name = `Torre ${ana.username.slice(-8)}`;
  const joined = await addCampaign(stack, ana, { ...spanishCampaign, name: `${name} A` });
  await addCampaign(stack, ana, { ...spanishCampaign, name: `${name} B` });
  const eva = await addAccount(stack, "eva");
  await call(stack, ["POST", `/api/campaigns/join/${joined.id}`], { token: eva.token });
  const hub = `/app/creator-hub?search=${encodeURIComponent(name)}`;
  const found = [
    ...(await findProblemsAt(ana, ["/app/developer-hub", "/app/campaigns/create"])),
    ...(await findProblemsAt(eva, [hub, "/app/creator-hub?tab=mine"])),
    ...(await findProblemsAt(eva, [
      "/app/payments",
      "/app/profile",
      "/app/profile?section=security",
    ])),
  ];
  expect(found).toEqual([]);
});

async function findProblemsAt(account: Account, paths: string[]): Promise<string[]> {
  const { page } = await openMexican(account);
  await page.setViewportSize({ width: 390, height: 844 });
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole("button", { name: "English" }).waitFor();
    await expect.poll(() => readTexts(page)).not.toContainEqual(expect.stringMatching(/^Cargando/));
    found.push(...(await findEnglish(page)).map((text) => `${path}: ${text}`));
    if (await page.evaluate<boolean>(IS_WIDER)) found.push(`${path} is wider than the screen`);
    found.push(...(await listEnglishScripts(page)).map((name) => `${path} loads ${name}`));
    const bytes = await measureScript(page);
    if (bytes > MAX_SCRIPT_BYTES) found.push(`${path} loads ${bytes} bytes of script`);
  }
  return found;
}
