import "./setup/shared-stack";
import { generateCode } from "@fairclick/services/accounts/testing/generate-code";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openPerson, type Person, readToken } from "./browser";

const { stack, browserUrl } = inject("shared");
let browser: Browser;
let person: Person;

beforeAll(async () => {
  browser = await chromium.connect(browserUrl);
  person = await openPerson(browser, stack.appUrl);
});

afterAll(async () => {
  await browser?.close();
});

it("a visitor who wanted a page arrives there after registering", async () => {
  const { page } = person;
  await page.goto("/app/profile");
  await page.getByRole("link", { name: "Create one here" }).click();
  await page.getByRole("button", { name: "Continue with Email" }).click();
  await page.getByLabel("Username").fill("Ada");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.waitForURL("**/app/profile");
  await page.reload();
  await page.getByRole("heading", { name: "Profile" }).waitFor();
});

it("another browser that wanted a page arrives there after signing in", async () => {
  const elsewhere = await openPerson(browser, stack.appUrl);
  await elsewhere.page.goto("/login?next=%2Fapp%2Fearnings");
  await elsewhere.page.getByLabel("Email").fill("ada@example.com");
  await elsewhere.page.getByLabel("Password", { exact: true }).fill("correct horse");
  await elsewhere.page.getByRole("button", { name: "Sign In" }).click();
  await elsewhere.page.waitForURL("**/app/earnings");
  await elsewhere.page.getByRole("button", { name: "Ada" }).waitFor();
  expect(elsewhere.complaints).toEqual([]);
});

it("the other session is listed and ends when the password changes", async () => {
  const { page } = person;
  await page.goto("/app/profile?section=security");
  const sessions = page.getByRole("region", { name: "Where you are signed in" });
  await sessions.getByRole("button", { name: /^Sign out Chrome on Linux/ }).waitFor();
  const password = page.getByRole("region", { name: "Password" });
  await password.locator("summary").click();
  await password.getByLabel("New password").fill("battery staple");
  await password.getByRole("button", { name: "Change password" }).click();
  await page.getByText("You are signed out everywhere else.").waitFor();
  await sessions.getByRole("button", { name: /^Sign out Chrome/ }).waitFor({ state: "detached" });
});

it("a forgotten password is replaced through the mailbox, which ends other sessions", async () => {
  const forgetful = await openPerson(browser, stack.appUrl);
  const { page } = forgetful;
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // The login form has a field of the same name until the next page is there.
  await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByRole("button", { name: "Mail me a link for a new password" }).click();
  await page.getByText("If an account uses this address, a mail is on its way.").waitFor();

  await openMail(page, "Choose a new password");
  const opening = page.context().waitForEvent("page");
  await page.frameLocator("iframe").getByRole("link", { name: "Choose a new password" }).click();
  const opened = await opening;
  await opened.waitForURL("**/reset-password#*");
  await opened.getByLabel("Password", { exact: true }).fill("staple of batteries");
  await opened.getByRole("button", { name: "Save and sign in" }).click();
  await opened.waitForURL("**/app/creator-hub");
  await opened.getByRole("button", { name: "Ada" }).waitFor();
  await person.page.goto("/app/profile");
  await person.page.getByRole("button", { name: "Sign In" }).waitFor();
  await person.page.getByLabel("Email").fill("ada@example.com");
  await person.page.getByLabel("Password").fill("staple of batteries");
  await person.page.getByRole("button", { name: "Sign In" }).click();
  await person.page.waitForURL("**/app/profile");
  // The page's first requests, which are sent ahead of the check of the session.
  const refused = person.complaints.splice(0).map((complaint) => complaint.split("/api/")[1]);
  expect(refused.toSorted()).toEqual([
    "auth/me",
    "auth/sessions",
    "notices/settings",
    "users/profile",
  ]);
  expect(forgetful.complaints).toEqual([]);
  await page.context().close();
});

it("an authenticator app is set up, and its code is needed to sign in", async () => {
  const { page } = person;
  await page.goto("/app/profile?section=security");
  const card = page.getByRole("region", { name: "Authenticator app" });
  await card.locator("summary").click();
  await card.getByRole("button", { name: "Set up an authenticator app" }).click();
  await card.getByRole("button", { name: "Continue" }).click();
  const secret = (await card.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "";
  await card.getByLabel("Code that the app shows").fill("000000");
  await card.getByRole("button", { name: "Turn on" }).click();
  await card.getByText("This code is wrong, or was used before.").waitFor();
  expect(person.complaints.splice(0)).toEqual([expect.stringContaining("403")]);
  await card.getByLabel("Code that the app shows").fill(generateCode(secret, new Date()));
  await card.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("Signing in now needs a code.").waitFor();

  const elsewhere = await openPerson(browser, stack.appUrl);
  await elsewhere.page.goto("/login");
  await elsewhere.page.getByLabel("Email").fill("ada@example.com");
  await elsewhere.page.getByLabel("Password").fill("staple of batteries");
  await elsewhere.page.getByRole("button", { name: "Sign In" }).click();
  // A code works once: this is the one of the next half minute.
  const next = generateCode(secret, new Date(Date.now() + 30_000));
  await elsewhere.page.getByLabel("Code").fill(next);
  await elsewhere.page.getByRole("button", { name: "Sign In" }).click();
  await elsewhere.page.waitForURL("**/app/creator-hub");
  expect(elsewhere.complaints).toEqual([]);
  await elsewhere.page.context().close();
});

it("a passkey is added, signs in without password and code, and is removed", async () => {
  const { page } = person;
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto("/app/profile?section=security");
  const card = page.getByRole("region", { name: "Passkeys" });
  await card.locator("summary").click();
  await card.getByLabel("Name of the new passkey").fill("My laptop");
  await card.getByRole("button", { name: "Add a passkey" }).click();
  await card.getByText(/^Added .* never used$/).waitFor();
  const session = await readToken(page);

  await page.evaluate(() => localStorage.removeItem("token"));
  await page.goto("/login?next=%2Fapp%2Fprofile%3Fsection%3Dsecurity");
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await page.waitForURL("**/app/profile?section=security");
  await card.locator("summary").click();
  await card.getByText(/last used/).waitFor();
  expect(await readToken(page)).not.toBe(session);

  await card.getByRole("button", { name: "Remove My laptop" }).click();
  await page.getByText("Passkey removed.").waitFor();
  await card.getByText("My laptop", { exact: true }).waitFor({ state: "detached" });
  await device.detach();
});

/** Opens the newest mail to Ada with this subject on the page of the mail stand-in. */
async function openMail(page: Page, subject: string): Promise<void> {
  const mailbox = `http://localhost:${stack.ports.mail}/?to=ada@example.com`;
  const link = page.getByRole("link", { name: subject }).first();
  await expect
    .poll(async () => {
      await page.goto(mailbox);
      return link.count();
    })
    .toBe(1);
  await link.click();
}

it("a browser holds what the privacy page lists, and nothing else", async () => {
  const { page } = person;
  await page.goto("/privacy");
  await page.getByRole("heading", { name: "What is stored in your browser" }).waitFor();
  await page.getByText("fc_device").waitFor();
  const listed = (await page.locator("li code").allTextContents()).toSorted();
  await page.goto("/app/campaigns/create");
  await page.getByLabel("Game URL").fill("https://www.roblox.com/games/1");
  await page.goto("/app/creator-hub");
  await page.getByRole("tab", { name: "My Campaigns" }).waitFor();
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  const stored = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
  ]);
  expect(cookies).toEqual(expect.arrayContaining(["fc_device", "fc_known"]));
  expect(stored).toContain("token");
  expect(listed).toEqual(expect.arrayContaining([...new Set([...cookies, ...stored])]));
});

it("the account is deleted, and nobody can sign in to it", async () => {
  const { page } = person;
  await page.goto("/app/profile?section=data");
  const token = await readToken(page);
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await page.getByText("Your account is deleted.").waitFor();
  const { status } = await fetch(`${stack.appUrl}/api/auth/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(status).toBe(401);
  await page.goto("/app/profile");
  await page.getByRole("button", { name: "Sign In" }).waitFor();
  expect(person.complaints).toEqual([]);
});
