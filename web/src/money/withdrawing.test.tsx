import { describeWithdrawalRules, findFirstWaits } from "@fairclick/core/money/holds";
import { fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { describe, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { item, signedIn, stubApi, user } from "../testing/stub-api";
import { history, stubLeaving, summary, verified, wallet } from "../testing/stub-wallet";

const leave = stubLeaving();

function press(name: string) {
  fireEvent.click(screen.getByRole("button", { name }));
}

describe("withdrawing", () => {
  it("starts onboarding for a user without a bank account", async () => {
    const url = "https://connect.example/start";
    stubApi({
      ...signedIn,
      ...wallet,
      "POST /api/stripe/create-connect-account": { body: { url } },
    });
    openApp("/app/payments");
    await screen.findByRole("button", { name: "Setup Payouts" });
    press("Withdraw Funds");
    await screen.findByText("No Bank Account Connected. Connecting now...");
    await waitFor(() => expect(leave).toHaveBeenCalledWith(url));
  });

  it("fills in the whole balance and requests it in cents", async () => {
    const message = "Withdrawal request submitted successfully!";
    const calls = stubApi({
      ...verified,
      ...wallet,
      "POST /api/stripe/withdraw": { body: { message, transaction: {} } },
    });
    openApp("/app/payments");
    await screen.findByRole("button", { name: "View Payouts Dashboard" });
    await screen.findByText("$12.34");
    press("Withdraw Funds");
    const request = await screen.findByRole("button", { name: "Request Withdrawal" });
    expect(request).toHaveProperty("disabled", true);
    press("MAX");
    expect(screen.getByLabelText("Amount")).toHaveProperty("value", "12.34");
    fireEvent.click(request);
    await screen.findByText(message);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const sent = calls.find((call) => call.name === "POST /api/stripe/withdraw");
    expect(sent?.body).toMatchObject({ amount: 1_234 });
  });

  it("shows the smallest withdrawal, the fee and what arrives abroad, and stops below", async () => {
    const fee = "Fairclick pays Stripe's fee for the payout.";
    const terms = { country: "DE", fixed: true, unsupported: null, currency: "eur", minimum: 5 };
    const calls = stubApi({
      ...verified,
      ...wallet,
      "GET /api/stripe/payout-terms": { body: { ...terms, fee, rate: 0.9 } },
    });
    openApp("/app/payments?dialog=withdraw");
    await screen.findByText(fee);
    const dialog = screen.getByRole("dialog");
    expect(dialog.textContent).toContain("Smallest withdrawal$5.00");
    const amount = screen.getByLabelText("Amount");
    fireEvent.change(amount, { target: { value: "10.01" } });
    expect(dialog.textContent).toContain("Arrives at your bankabout €9.00");
    fireEvent.change(amount, { target: { value: "4.99" } });
    press("Request Withdrawal");
    await within(dialog).findByText("The smallest withdrawal is $5.00.");
    expect(calls.some(({ name }) => name === "POST /api/stripe/withdraw")).toBe(false);
  });

  const livesIn = (country: string) => ({
    "GET /api/auth/me": {
      body: { status: "success", message: "", data: { user: { ...user, country } } },
    },
  });

  it("offers to spend earnings, and no bank, where Stripe cannot pay out", async () => {
    stubApi({ ...wallet, ...livesIn("BR") });
    openApp("/app/payments");
    await screen.findByText(/^Stripe cannot pay out to Brazil yet; you can still spend earnings/);
    fireEvent.click(
      (await screen.findAllByRole("button", { name: "Spend Earnings" }))[0] as Element,
    );
    await screen.findByRole("dialog", { name: "Spend Earnings" });
    for (const name of ["Setup Payouts", "Withdraw Funds"]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
  });

  it("sends the chosen country along, and keeps the refusal on the page", async () => {
    const calls = stubApi({
      ...wallet,
      ...livesIn("DE"),
      "POST /api/stripe/create-connect-account": { status: 409, body: { error: "Not there" } },
    });
    openApp("/app/payments");
    await screen.findByRole("button", { name: "Setup Payouts" });
    press("Setup Payouts");
    await screen.findByText("Not there");
    const sent = calls.find(({ name }) => name.endsWith("/create-connect-account"));
    expect(sent?.body).toEqual({ country: "DE" });
  });

  it("shows in advance what waits, how long and why", async () => {
    const withdrawals = describeWithdrawalRules({
      depositHoldHours: 72,
      withdrawalReviewDollars: 100,
      withdrawalReviewFirst: true,
      unprovedPayoutDollars: 0,
    });
    const policy = { version: 7, windowSeconds: 20, burstClicks: 6, rules: [] };
    stubApi({
      ...verified,
      ...wallet,
      "GET /api/policy": item({ ...policy, withdrawals: { rules: withdrawals } }),
    });
    openApp("/app/payments?dialog=withdraw");
    await screen.findByText(/^Earnings wait until .* is 3 days old/);
    expect(screen.getByRole("dialog").textContent).toContain("Your first withdrawal");
    expect(screen.getByRole("dialog").textContent).toContain(
      "if you withdraw $100 or more within 24 hours",
    );
  });

  it.each([
    [72, true, /from Nov 24, 2026 at the latest, .* first withdrawal, by Nov 26, 2026\.$/],
    [72, false, /from Nov 24, 2026 at the latest, unless a payment is disputed\. $/],
    [0, false, /as soon as its clicks are judged\. $/],
  ])(
    "says dates before the first click, with %i hours and a check: %j",
    async (depositHoldHours, withdrawalReviewFirst, dates) => {
      vi.spyOn(Date, "now").mockReturnValue(new Date("2026-11-21T12:00:00").getTime());
      const settings = { depositHoldHours, withdrawalReviewFirst };
      const off = { withdrawalReviewDollars: 0, unprovedPayoutDollars: 0 };
      const firstWaits = findFirstWaits({ ...off, ...settings });
      stubApi({
        ...signedIn,
        ...wallet,
        "GET /api/policy": item({ withdrawals: { rules: [], firstWaits } }),
      });
      openApp("/app/earnings");
      const sentence = await screen.findByText(/^What you earn/);
      expect(sentence.textContent).toMatch(dates);
      vi.restoreAllMocks();
    },
  );

  const at = "2026-11-22T10:00:00.000Z";
  it.each([
    [
      { withdrawableBalance: 0, waiting: [{ at, reason: "new_payment", amount: 0.75 }] },
      /^\$0.00 .* The next \$0.75 .* Nov 22, 2026/,
    ],
    [{ withdrawableBalance: 4.99 }, /^The smallest withdrawal is \$5.00: you need \$0.01 more.$/],
    [{ withdrawableBalance: 9, pendingPayouts: 7 }, /^You already have an open withdrawal. Please/],
  ])("takes no amount of %j, and says why and when", async (change, why) => {
    stubApi({
      ...verified,
      ...wallet,
      "GET /api/wallet/summary": { body: { ...summary, waiting: [], ...change } },
      "GET /api/stripe/payout-terms": {
        body: { currency: "eur", minimum: 5, fee: "", rate: null },
      },
    });
    openApp("/app/payments?dialog=withdraw");
    await within(await screen.findByRole("dialog")).findByText(why);
    const amount = screen.getByLabelText("Amount");
    expect(amount).toHaveProperty("readOnly", true);
    const reason = document.getElementById(amount.getAttribute("aria-describedby") ?? "");
    expect(reason?.textContent).toMatch(why);
    expect(screen.getByRole("button", { name: "MAX" })).toHaveProperty("disabled", true);
  });

  it("stops at the balance", async () => {
    stubApi({ ...verified, ...wallet });
    openApp("/app/payments?dialog=withdraw");
    fireEvent.change(await screen.findByLabelText("Amount"), { target: { value: "12.35" } });
    press("Request Withdrawal");
    await screen.findByText("Withdrawal amount cannot exceed your balance.");
  });

  it.each([
    [{ status: 409, body: { error: "One at a time" } }, "One at a time"],
    [{ status: 500, body: {} }, "Failed to withdraw funds"],
    [undefined, "Failed to process withdrawal."],
  ])("after %j it shows %j", async (reply, text) => {
    stubApi({ ...verified, ...wallet, ...(reply ? { "POST /api/stripe/withdraw": reply } : {}) });
    openApp("/app/payments?dialog=withdraw");
    fireEvent.change(await screen.findByLabelText("Amount"), { target: { value: "1" } });
    press("Request Withdrawal");
    await screen.findByText(text);
  });
});

describe("a withdrawal that has not been sent", () => {
  const id = "01900000-0000-7000-8000-0000000000d1";
  const withdrawal = {
    _id: `withdrawal:${id}`,
    createdAt: "2026-01-02T03:04:05.000Z",
    type: "withdrawal",
    amount: -5,
    status: "pending",
    description: "On its way to your bank",
    cancellable: true,
  };
  const cancels = (reply: { status?: number; body: object }, change = {}) =>
    stubApi({
      ...verified,
      ...wallet,
      ...history([{ ...withdrawal, ...change }]),
      [`POST /api/stripe/withdrawals/${id}/cancel`]: reply,
    });

  it.each([
    [200, "Withdrawal cancelled. The money is back in your earnings."],
    [409, "This withdrawal can no longer be cancelled."],
  ])("is cancelled from its row, which says the answer: %i %s", async (status, message) => {
    const calls = cancels({ status, body: { message, transaction: {} } });
    openApp("/app/payments");
    fireEvent.click(await screen.findByRole("button", { name: "Cancel withdrawal" }));
    await screen.findByText(message);
    expect(calls.some(({ name }) => name.endsWith(`${id}/cancel`))).toBe(true);
  });

  it("is the only kind of row with a cancel button", async () => {
    cancels({ body: {} }, { cancellable: false });
    openApp("/app/payments");
    await screen.findByText("Withdrawal");
    expect(screen.queryByRole("button", { name: "Cancel withdrawal" })).toBeNull();
  });
});

describe("returning from Stripe", () => {
  const returns = (stripeAccountVerified: boolean) => ({
    ...(stripeAccountVerified ? verified : signedIn),
    ...wallet,
    "POST /api/stripe/refresh-account": { body: { stripeAccountVerified } },
  });
  const CONNECTED = "Successfully connected your Stripe account!";

  it("shows one toast, also if the page is loaded twice, and cleans the URL", async () => {
    stubApi(returns(true));
    const { app, path } = openApp("/app/payments?stripe_return=1&reauth=1");
    await screen.findByText(CONNECTED);
    await waitFor(() => expect(path()).toBe("/app/payments"));
    await app.router.navigate({ to: "/app/payments", search: { stripe_return: "1" } });
    await waitFor(() => expect(path()).toBe("/app/payments"));
    expect(screen.getAllByText(CONNECTED)).toHaveLength(1);
  });

  it("says in the same toast what an account still needs that is not ready", async () => {
    stubApi(returns(false));
    openApp("/app/payments?stripe_return=1");
    const toast = (await screen.findByText(CONNECTED)).closest("li");
    expect(toast?.textContent).toContain("Stripe still needs some details from you");
    expect(document.querySelectorAll("[data-sonner-toast]")).toHaveLength(1);
  });

  it("reports an issue after reauth alone", async () => {
    stubApi({ ...signedIn, ...wallet });
    const { path } = openApp("/app/payments?reauth=1");
    await screen.findByText("There was an issue with Stripe connection, please try again.");
    await waitFor(() => expect(path()).toBe("/app/payments"));
  });
});
