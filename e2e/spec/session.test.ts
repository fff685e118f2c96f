import type { Page, Route } from "playwright-core";
import { expect, it } from "vitest";
import { addAccount, PASSWORD } from "./market";
import { phone, phoneAndDesktop, specify } from "./specify";

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

const readToken = (page: Page) => page.evaluate(() => localStorage.getItem("token"));

specify("logging in", phone, ({ open, stack }) => {
  it("leads to the Creator Hub, stores the token and shows Welcome back!", async () => {
    const { email } = await addAccount(stack());
    const page = await open();
    await logIn(page, email);
    await page.waitForURL("**/app/creator-hub");
    await page.getByText("Welcome back!").waitFor();
    expect(await readToken(page)).toMatch(/^\S{20,}$/);
  });

  it("shows 'Signing in...' and is disabled while busy", async () => {
    const { email } = await addAccount(stack());
    const page = await open();
    const seen = Promise.withResolvers<void>();
    await page.route("**/api/auth/login", async (route) => {
      await seen.promise;
      await route.continue();
    });
    await logIn(page, email);
    const busy = page.getByRole("button", { name: "Signing in..." });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    expect(await page.getByLabel("Email").isDisabled()).toBe(true);
    expect(await page.getByLabel("Password", { exact: true }).isDisabled()).toBe(true);
    seen.resolve();
    await page.waitForURL("**/app/creator-hub");
  });

  it("requires both: 'Email and password are required'", async () => {
    const page = await open();
    await logIn(page, "", "");
    await page.getByText("Email and password are required").first().waitFor();
  });

  it("shows the server's message inline and as a toast, and keeps the input", async () => {
    const page = await open();
    await logIn(page, "nobody@example.com", "wrong password");
    const alert = page.getByRole("alert").filter({ hasText: /\S/ }).first();
    const text = ((await alert.textContent()) ?? "").trim();
    expect(text).not.toBe("");
    await expect.poll(() => page.getByText(text).count()).toBe(2);
    expect(await page.getByLabel("Email").inputValue()).toBe("nobody@example.com");
  });

  it.each([
    ["an answer without a user", '{"status":"success"}', "Invalid response format from server"],
    ["an answer that is no JSON", "<html>", "Invalid response from server"],
    ["an empty answer", "", "Invalid response format from server"],
  ])("does not treat %s as a success", async (_what, body, text) => {
    const page = await open();
    await page.route("**/api/auth/login", (route) =>
      route.fulfill({ status: 200, contentType: "application/json", body }),
    );
    await logIn(page, "ada@example.com");
    await page.getByText(text).first().waitFor();
    expect(await readToken(page)).toBeNull();
  });

  it("shows 'Login failed' for an error without a message, 'Failed to login. Please try again.' for a lost answer", async () => {
    const page = await open();
    await page.route("**/api/auth/login", (route) => route.fulfill({ status: 500, body: "{}" }));
    await logIn(page, "ada@example.com");
    await page.getByText("Login failed").first().waitFor();
    await page.unroute("**/api/auth/login");
    await page.route("**/api/auth/login", (route) => route.abort());
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.getByText("Failed to login. Please try again.").first().waitFor();
  });

  it("shows a success for five seconds and an error for seven", async () => {
    const { email } = await addAccount(stack());
    const page = await open();
    await page.clock.install();
    await page.goto("/login");
    await page.getByLabel("Email").fill(email);
    // From here, the page's time passes only in the steps below, however long the machine takes.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    const expectShownFor = async (seconds: number, password: string, text: string) => {
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Sign In" }).click();
      const toast = page.locator("[data-sonner-toast]").filter({ hasText: text });
      const step = async () => {
        await page.clock.runFor(100);
        return toast.isVisible();
      };
      await expect.poll(step).toBe(true);
      await page.clock.runFor((seconds - 1) * 1_000);
      expect(await toast.getAttribute("data-removed")).toBe("false");
      await page.clock.runFor(2_000);
      await toast.waitFor({ state: "detached" });
    };
    await expectShownFor(7, "not the password", "");
    await expectShownFor(5, PASSWORD, "Welcome back!");
  });

  it("links to the registration with 'Create one here'", async () => {
    const page = await open();
    await page.goto("/login");
    await page.getByRole("link", { name: "Create one here" }).click();
    await page.waitForURL("**/register");
  });
});

specify("registering", phone, ({ open, stack }) => {
  it("offers Google and e-mail; e-mail requires username, e-mail and password", async () => {
    const page = await open();
    await page.goto("/register?role=creator");
    await page.getByRole("link", { name: "Continue with Google" }).waitFor();
    await page.getByRole("button", { name: "Continue with Email" }).click();
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("correct horse");
    expect(await password.getAttribute("type")).toBe("password");
    await page.getByRole("button", { name: "Show" }).click();
    expect(await password.getAttribute("type")).toBe("text");
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Continue with Email" }).waitFor();
    await page.getByRole("link", { name: "Log in", exact: true }).click();
    await page.waitForURL("**/login");
  });

  async function register(page: Page, name: string, email = `${name}@example.com`): Promise<void> {
    await page.getByRole("button", { name: "Continue with Email" }).click();
    await page.getByLabel("Username").fill(name);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create Account" }).click();
  }

  it("leads to the Creator Hub for an unknown ?role=", async () => {
    const page = await open();
    await page.goto("/register?role=anything");
    await register(page, `new-${Bun.randomUUIDv7().slice(-8)}`);
    await page.waitForURL("**/app/creator-hub");
    expect(await readToken(page)).not.toBeNull();
  });

  it("shows the server's message for an e-mail that is taken, and keeps the form", async () => {
    const taken = await addAccount(stack());
    const page = await open();
    await page.goto("/register");
    await register(page, "somebody-else", taken.email);
    await page.getByRole("alert").filter({ hasText: /\S/ }).first().waitFor();
    expect(await page.getByLabel("Username").inputValue()).toBe("somebody-else");
  });

  it("shows 'An unexpected error occurred.' if the network fails", async () => {
    const page = await open();
    await page.goto("/register");
    await page.route("**/api/auth/register", (route) => route.abort());
    await register(page, "somebody");
    await page.getByText("An unexpected error occurred.").first().waitFor();
  });

  it("shows 'Registration failed.' for an error without a message", async () => {
    const page = await open();
    await page.goto("/register");
    await page.route("**/api/auth/register", (route) => route.fulfill({ status: 500, body: "{}" }));
    await register(page, "somebody");
    await page.getByText("Registration failed.").first().waitFor();
  });

  it("signs in with Google and shows Welcome!", async () => {
    const page = await open();
    await page.goto("/register");
    await page.getByRole("link", { name: "Continue with Google" }).click();
    await page.getByRole("button", { name: "Continue as Chris Creator" }).click();
    await page.waitForURL("**/app/creator-hub");
    await page.getByText("Welcome!").waitFor();
  });
});

specify("the session", phone, ({ open, stack }) => {
  it("leads a visitor without a session from every protected page to the login", async () => {
    const page = await open();
    const places = ["creator-hub", "developer-hub", "profile", "wallet", "payments", "earnings"];
    for (const place of places) {
      await page.goto(`/app/${place}`);
      await page.waitForURL(/\/login/);
    }
  });

  it("shows a spinner while it loads", async () => {
    const page = await open(await addAccount(stack()));
    const seen = Promise.withResolvers<void>();
    await page.route("**/api/auth/me", async (route) => {
      await seen.promise;
      await route.continue();
    });
    await page.goto("/app/creator-hub");
    await page.getByRole("status").first().waitFor();
    seen.resolve();
    await page.getByRole("heading", { name: "Creator Hub" }).waitFor();
  });

  it("that is invalid is deleted, with an error and the login", async () => {
    const account = await addAccount(stack());
    const page = await open({ ...account, token: "not-a-token" });
    await page.goto("/app/creator-hub");
    await page.waitForURL(/\/login/);
    await page.locator("[data-sonner-toast]").waitFor();
    expect(await readToken(page)).toBeNull();
  });

  it("that is rejected without a message shows 'Authentication failed'", async () => {
    const page = await open(await addAccount(stack()));
    await page.route("**/api/auth/me", (route) => route.fulfill({ status: 401, body: "{}" }));
    await page.goto("/app/creator-hub");
    await page.waitForURL(/\/login/);
    await page.getByText("Authentication failed").waitFor();
  });

  it("that ends without words in the middle of something shows 'Failed to verify authentication'", async () => {
    const page = await open(await addAccount(stack()));
    await page.route("**/api/users/dashboard", (route) =>
      route.fulfill({ status: 401, body: "{}" }),
    );
    await page.goto("/app/creator-hub");
    await page.waitForURL(/\/login/);
    await page.getByText("Failed to verify authentication").waitFor();
    expect(await readToken(page)).toBeNull();
  });

  it.each([
    ["the network failed", (route: Route) => route.abort()],
    ["it was answered without a user", (route: Route) => route.fulfill({ body: "{}" })],
  ])(
    "that could not be checked because %s stays, with 'Failed to verify authentication' and no toast",
    async (_why, fail) => {
      const account = await addAccount(stack());
      const page = await open(account);
      await page.route("**/api/auth/me", fail);
      await page.goto("/app/creator-hub");
      await page.getByText("Failed to verify authentication").waitFor();
      expect(await page.locator("[data-sonner-toast]").count()).toBe(0);
      expect(await readToken(page)).toBe(account.token);
    },
  );

  it("leads from every other place to the Creator Hub", async () => {
    const page = await open(await addAccount(stack()));
    for (const address of ["/app", "/app/nowhere", "/app/nowhere/at/all", "/creator-hub"]) {
      await page.goto(address);
      await page.waitForURL("**/app/creator-hub");
    }
  });
});

specify("navigation", phoneAndDesktop, ({ open, stack, width }) => {
  async function choose(page: Page, name: string): Promise<void> {
    const isAccount = name === "Profile" || name === "Logout";
    if (width < 768) await page.getByRole("button", { name: "Menu" }).click();
    else if (isAccount) await page.locator('[popovertarget="account-menu"]').click();
    const scope = width < 768 ? page.locator("#main-menu") : page.locator("header");
    await scope
      .getByText(name, { exact: true })
      .and(page.locator("a, button, span"))
      .first()
      .click();
  }

  it("leads to each of its places, and by the logo to the Creator Hub", async () => {
    const page = await open(await addAccount(stack()));
    await page.goto("/app/wallet");
    for (const [name, address] of [
      ["Developer Hub", "/app/developer-hub"],
      ["Creator Hub", "/app/creator-hub"],
      ["Payments", "/app/payments"],
      ["Profile", "/app/profile"],
    ] as const) {
      await choose(page, name);
      await page.waitForURL(`**${address}`);
    }
    await page.locator('header a[href="/app/creator-hub"]').first().click();
    await page.waitForURL("**/app/creator-hub");
  });

  it("logs out: the token is gone, the login is shown", async () => {
    const page = await open(await addAccount(stack()));
    await page.goto("/app/creator-hub");
    await choose(page, "Logout");
    await page.waitForURL(/\/login/);
    expect(await readToken(page)).toBeNull();
  });

  it("shows the username, on a desktop in the bar", async () => {
    const account = await addAccount(stack());
    const page = await open(account);
    await page.goto("/app/profile");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const name = page.locator('[popovertarget="account-menu"]');
    if (width < 768) expect(await name.isVisible()).toBe(false);
    else expect(await name.textContent()).toBe(account.username);
  });
});
