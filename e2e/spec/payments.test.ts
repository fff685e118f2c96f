import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { addAccount, fundWallet } from "./market";
import { phone, phoneAndDesktop, type Spec, specify } from "./specify";

const CONNECT = "**/api/stripe/create-connect-account";

const failWith500 = (page: Page, url: string | RegExp, body = "{}") =>
  page.route(url, (route) => route.fulfill({ status: 500, contentType: "application/json", body }));

async function visitAt({ open, stack }: Spec, address = "/app/payments") {
  const account = await addAccount(stack());
  const page = await open(account);
  await page.goto(address);
  return { account, page };
}

async function addFunds(page: Page) {
  await page.getByRole("button", { name: "Add Funds" }).click();
  return page.getByRole("dialog", { name: "Add Funds" });
}

specify("payments", phone, (spec) => {
  const { stack } = spec;
  const visit = (address?: string) => visitAt(spec, address);

  it("shows a summary, four actions and the note about Stripe", async () => {
    const { page } = await visit();
    await page.getByText("Balance", { exact: true }).waitFor();
    await page.getByText("Total Earnings", { exact: true }).waitFor();
    for (const name of ["Add Funds", "Withdraw Funds", "Manage Billing", "Setup Payouts"])
      await page.getByRole("button", { name, exact: true }).waitFor();
    await page.getByText("Stripe integration coming soon").waitFor();
  });

  it("shows no transactions yet, then a row for a deposit with date, type, amount and status", async () => {
    const { account, page } = await visit();
    await page.getByText("No Transactions Yet").waitFor();
    await fundWallet(stack(), account, 25);
    await page.reload();
    const row = page.getByRole("row").nth(1);
    await row.getByText("+$25.00").waitFor();
    await row.getByText("Deposit", { exact: true }).waitFor();
  });

  it("offers $10, $25, $50 and $100 with $10 selected; a custom amount and a preset exclude each other", async () => {
    const { page } = await visit();
    const dialog = await addFunds(page);
    await dialog.getByLabel("Custom amount").waitFor();
    const chosen = () => dialog.locator('[aria-pressed="true"]').allInnerTexts();
    expect(await dialog.locator("[aria-pressed]").allInnerTexts()).toEqual([
      "$10",
      "$25",
      "$50",
      "$100",
    ]);
    expect(await chosen()).toEqual(["$10"]);
    await dialog.getByLabel("Custom amount").fill("12.34");
    expect(await chosen()).toEqual([]);
    await dialog.getByRole("button", { name: "$50", exact: true }).click();
    expect(await dialog.getByLabel("Custom amount").inputValue()).toBe("");
  });

  it("rejects what is no amount: 'Please enter a valid amount.'", async () => {
    const { page } = await visit();
    const dialog = await addFunds(page);
    const error = dialog.getByText("Please enter a valid amount.");
    for (const text of ["0", "-5", "abc"]) {
      await dialog.getByLabel("Custom amount").fill("7");
      await error.waitFor({ state: "hidden" });
      await dialog.getByLabel("Custom amount").fill(text);
      await dialog.getByRole("button", { name: "Proceed to Payment" }).click();
      await error.waitFor();
    }
  });

  it("shows the 'Stripe Configuration Error' without a publishable key", async () => {
    const { page } = await visit();
    await page.route("**/api/stripe/config", (route) =>
      route.fulfill({ contentType: "application/json", body: '{"publishableKey":null}' }),
    );
    await page.goto("/app/payments/success?session_id=cs_test_1");
    await page.getByRole("heading", { name: "Stripe Configuration Error" }).waitFor();
  });

  it("shows 'Failed to start payment process. Please try again.'", async () => {
    const { page } = await visit();
    await failWith500(page, "**/create-checkout-session");
    const dialog = await addFunds(page);
    await dialog.getByRole("button", { name: "Proceed to Payment" }).click();
    await page.getByText("Failed to start payment process. Please try again.").waitFor();
  });

  it("shows 'Failed to create a valid checkout session.' for an answer without an id", async () => {
    const { page } = await visit();
    await page.route("**/create-checkout-session", (route) =>
      route.fulfill({ contentType: "application/json", body: "{}" }),
    );
    const dialog = await addFunds(page);
    await dialog.getByRole("button", { name: "Proceed to Payment" }).click();
    await page.getByText("Failed to create a valid checkout session.").waitFor();
  });

  it("shows 'Stripe is not ready yet. Please wait a moment and try again.' until the configuration loads", async () => {
    const { page } = await visit();
    await failWith500(page, "**/api/stripe/config");
    const dialog = await addFunds(page);
    await dialog.getByRole("button", { name: "Proceed to Payment" }).click();
    await page
      .getByText("Stripe is not ready yet. Please wait a moment and try again.")
      .waitFor({ timeout: 30_000 });
  });

  it("requests a withdrawal and confirms it, or shows 'Failed to withdraw funds' or 'Failed to process withdrawal.'", async () => {
    const { page } = await visit("/app/profile");
    const withdraw = "**/api/stripe/withdraw";
    await page.route("**/api/events**", (route) => route.abort()); // It repeats the real balance.
    await page.route("**/api/wallet/summary", async (route) => {
      const response = await route.fetch();
      const json = { ...(await response.json()), withdrawableBalance: 12.34 };
      await route.fulfill({ response, json });
    });
    await page.goto("/app/payments?dialog=withdraw");
    const dialog = page.getByRole("dialog", { name: "Withdraw Funds" });
    const request = dialog.getByRole("button", { name: "Request Withdrawal" });
    await dialog.getByRole("textbox").fill("12.35");
    await request.click();
    await dialog.getByText("Withdrawal amount cannot exceed your balance.").waitFor();
    await dialog.getByRole("button", { name: "MAX" }).click();
    expect(await dialog.getByRole("textbox").inputValue()).toBe("12.34");
    await page.route(withdraw, (route) => route.abort());
    await request.click();
    await page.getByText("Failed to process withdrawal.").waitFor();
    await page.unroute(withdraw);
    await failWith500(page, withdraw);
    await request.click();
    await page.getByText("Failed to withdraw funds").waitFor();
    await page.unroute(withdraw);
    await page.route(withdraw, (route) => {
      expect(route.request().postDataJSON()).toMatchObject({ amount: 1_234 });
      return route.fulfill({
        json: { message: "Withdrawal request submitted successfully!", transaction: {} },
      });
    });
    await request.click();
    await page.getByText("Withdrawal request submitted successfully!").waitFor();
  });

  it("leads a person without a bank account to connect one when they withdraw", async () => {
    const { page } = await visit();
    const seen = Promise.withResolvers<void>();
    await page.route(CONNECT, async (route) => {
      await seen.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Withdraw Funds" }).click();
    await page.getByText("No Bank Account Connected. Connecting now...").waitFor();
    seen.resolve();
    await page.waitForURL((url) => url.port === String(stack().ports.stripe));
  });

  it("shows 'Failed to initiate withdrawal.', and for the payouts button 'Failed to connect to Stripe. Please try again later.'", async () => {
    const { page } = await visit();
    await failWith500(page, CONNECT);
    await page.getByRole("button", { name: "Withdraw Funds" }).click();
    await page.getByText("Failed to initiate withdrawal.").waitFor();
    await page.getByRole("button", { name: "Setup Payouts" }).click();
    await page.getByText("Failed to connect to Stripe. Please try again later.").waitFor();
  });

  it("shows 'Could not start Stripe onboarding process.' if Stripe returns no URL", async () => {
    const { page } = await visit();
    await page.route(CONNECT, (route) =>
      route.fulfill({ contentType: "application/json", body: "{}" }),
    );
    await page.getByRole("button", { name: "Setup Payouts" }).click();
    await page.getByText("Could not start Stripe onboarding process.").waitFor();
  });

  it("confirms onboarding and cleans the URL; then opens the payouts dashboard and withdraws", async () => {
    const { page } = await visit();
    await page.getByRole("button", { name: "Setup Payouts" }).click();
    await page.waitForURL((url) => url.port === String(stack().ports.stripe));
    await page
      .getByRole("button", { name: /complete|finish|submit|continue/i })
      .first()
      .click();
    await page.waitForURL(/\/app\/payments/);
    await page.getByText("Successfully connected your Stripe account!").waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("");
    await page.getByRole("button", { name: "View Payouts Dashboard" }).waitFor();
    await page.getByRole("button", { name: "Withdraw Funds" }).click();
    const dialog = page.getByRole("dialog", { name: "Withdraw Funds" });
    await dialog.getByText("Available balance").waitFor();
    await dialog.getByText(/may take 2-3 business days/).waitFor();
    const request = dialog.getByRole("button", { name: "Request Withdrawal" });
    expect(await request.isDisabled()).toBe(true);
    await dialog.getByText(/^\$0\.00 can be withdrawn\./).waitFor();
    expect(await dialog.getByRole("textbox").isEditable()).toBe(false);
  });

  it("reports an issue after reauth alone, and cleans the URL", async () => {
    const { page } = await visit("/app/payments?reauth=1");
    await page.getByText("There was an issue with Stripe connection, please try again.").waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("");
  });

  it("opens the billing portal, or says why it cannot", async () => {
    const { page } = await visit();
    await page.route("**/create-portal-session", (route) =>
      route.fulfill({ contentType: "application/json", body: "{}" }),
    );
    await page.getByRole("button", { name: "Manage Billing" }).click();
    await page
      .getByText("Could not open billing portal. Please ensure your payout details are set up.")
      .waitFor();
    await page.unroute("**/create-portal-session");
    await failWith500(page, "**/create-portal-session");
    await page.getByRole("button", { name: "Manage Billing" }).click();
    await page.getByText("Failed to open billing management.").waitFor();
    await page.unroute("**/create-portal-session");
    await page.getByRole("button", { name: "Manage Billing" }).click();
    await page.waitForURL((url) => url.port === String(stack().ports.stripe));
  });

  it("shows 'Could not load wallet data.' and 'Failed to load transaction history.'", async () => {
    const { page } = await visit("/app/profile");
    await failWith500(page, /\/api\/wallet\//);
    await page.goto("/app/payments");
    await page.getByText("Could not load wallet data.").first().waitFor({ timeout: 30_000 });
    await page.getByText("Failed to load transaction history.").first().waitFor();
  });
});

specify("adding funds", phoneAndDesktop, (spec) => {
  it("leads through the hosted checkout to 'Payment Successful!' and back to the Developer Hub", async () => {
    const { page } = await visitAt(spec);
    const dialog = await addFunds(page);
    await dialog.getByRole("button", { name: "Proceed to Payment" }).click();
    await page.getByRole("button", { name: "Pay $10.00" }).click();
    await page.waitForURL(/\/app\/payments\/success\?session_id=/);
    await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
    await page.getByText("Your funds have been added to your wallet.").waitFor();
    await page.getByText("Your wallet has been successfully funded!").waitFor();
    await page
      .getByRole("link", { name: /Developer Hub/ })
      .last()
      .click();
    await page.waitForURL("**/app/developer-hub");
    await page.getByText("$10.00").waitFor();
  });
});
