import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openApp } from "../../testing/open-app";
import { signedIn, stubApi, user } from "../../testing/stub-api";

const verified = {
  "GET /api/auth/me": {
    body: {
      status: "success",
      message: "",
      data: { user: { ...user, stripeAccountVerified: true } },
    },
  },
};

const wallet = {
  "GET /api/wallet/summary": {
    body: {
      walletBalance: 35,
      withdrawableBalance: 12.34,
      totalEarnings: 20.045,
      pendingPayouts: 0,
    },
  },
  "GET /api/wallet/transactions": { body: { transactions: [], nextCursor: null } },
  "GET /api/stripe/config": { body: { publishableKey: "pk_test_1" } },
};

const leave = vi.fn();

beforeEach(() => {
  localStorage.setItem("token", "secret");
  leave.mockClear();
  vi.spyOn(window.location, "assign").mockImplementation(leave);
});

afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function press(name: string) {
  fireEvent.click(screen.getByRole("button", { name }));
}

describe("the screen", () => {
  it("shows balances to the last micro, and no transactions yet", async () => {
    stubApi({ ...signedIn, ...wallet });
    openApp("/app/payments");
    await screen.findByText("$35.00");
    expect(screen.getByText("$20.045")).toBeTruthy();
    await screen.findByText("No Transactions Yet");
    expect(screen.getByText(/Stripe integration coming soon/)).toBeTruthy();
  });

  it("says what could not be loaded", async () => {
    stubApi({
      ...signedIn,
      ...wallet,
      "GET /api/wallet/summary": { status: 400, body: {} },
      "GET /api/wallet/transactions": { status: 400, body: {} },
    });
    openApp("/app/payments");
    expect(await screen.findAllByText("Could not load wallet data.")).toBeTruthy();
    expect(await screen.findAllByText("Failed to load transaction history.")).toBeTruthy();
  });
});

describe("the history", () => {
  const line = {
    _id: "deposit:1",
    createdAt: "2026-01-02T03:04:05.000Z",
    type: "deposit",
    amount: 35,
    status: "completed",
    description: "Added to your wallet",
  };
  const history = {
    "GET /api/wallet/transactions": { body: { transactions: [line], nextCursor: null } },
  };

  it("is saved whole as a file", async () => {
    const files: Blob[] = [];
    const saved: string[] = [];
    vi.stubGlobal(
      "URL",
      Object.assign(URL, {
        createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
        revokeObjectURL: () => {},
      }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(`${this.download} from ${this.href}`);
    });
    const csv = "date,amount\r\n2026-01-02,35\r\n";
    const calls = stubApi({
      ...signedIn,
      ...wallet,
      ...history,
      "GET /api/wallet/transactions.csv": { body: csv },
    });
    openApp("/app/payments");
    await screen.findByText("Added to your wallet");
    press("Download CSV");
    await waitFor(() => expect(saved).toEqual(["fairclick-transactions.csv from blob:1"]));
    expect(await files[0]?.text()).toBe(csv);
    expect(calls.at(-1)?.authorization).toBe("Bearer secret");
  });

  it("says why it could not be saved", async () => {
    stubApi({
      ...signedIn,
      ...wallet,
      ...history,
      "GET /api/wallet/transactions.csv": { status: 400, body: {} },
    });
    openApp("/app/payments");
    await screen.findByText("Added to your wallet");
    press("Download CSV");
    await screen.findByText("Failed to download transactions.");
  });
});

describe("adding funds", () => {
  const session = { body: { id: "cs_test_1", url: "https://checkout.example/cs_test_1" } };

  it("takes the default preset, in cents, to Stripe's page", async () => {
    const calls = stubApi({
      ...signedIn,
      ...wallet,
      "POST /api/stripe/create-checkout-session": session,
    });
    openApp("/app/payments");
    fireEvent.click(await screen.findByRole("button", { name: "Add Funds" }));
    fireEvent.click(await screen.findByRole("button", { name: "Proceed to Payment" }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith(session.body.url));
    expect(calls.at(-1)?.body).toMatchObject({ amount: 1_000 });
  });

  it("a custom amount and a preset exclude each other", async () => {
    stubApi({ ...signedIn, ...wallet });
    openApp("/app/payments");
    fireEvent.click(await screen.findByRole("button", { name: "Add Funds" }));
    const custom = await screen.findByLabelText("Custom amount");
    fireEvent.change(custom, { target: { value: "12.34" } });
    expect(screen.getByRole("button", { name: "$10", pressed: false })).toBeTruthy();
    press("$25");
    expect(custom).toHaveProperty("value", "");
    expect(screen.getByRole("button", { name: "$25", pressed: true })).toBeTruthy();
  });

  it("refuses what is not an amount", async () => {
    stubApi({ ...signedIn, ...wallet });
    openApp("/app/payments");
    fireEvent.click(await screen.findByRole("button", { name: "Add Funds" }));
    fireEvent.change(await screen.findByLabelText("Custom amount"), { target: { value: "0" } });
    press("Proceed to Payment");
    await screen.findByText("Please enter a valid amount.");
  });

  it("asks for patience while nothing about Stripe can be learned", async () => {
    stubApi({ ...signedIn, ...wallet, "GET /api/stripe/config": { status: 400, body: {} } });
    openApp("/app/payments?dialog=add-funds");
    fireEvent.click(await screen.findByRole("button", { name: "Proceed to Payment" }));
    await screen.findByText("Stripe is not ready yet. Please wait a moment and try again.");
  });

  it.each([
    [{ body: {} }, "Failed to create a valid checkout session."],
    [{ status: 500, body: {} }, "Failed to start payment process. Please try again."],
  ])("after %j it says %j", async (reply, text) => {
    stubApi({ ...signedIn, ...wallet, "POST /api/stripe/create-checkout-session": reply });
    openApp("/app/payments");
    fireEvent.click(await screen.findByRole("button", { name: "Add Funds" }));
    fireEvent.click(await screen.findByRole("button", { name: "Proceed to Payment" }));
    await screen.findByText(text);
  });
});

describe("withdrawing", () => {
  it("starts onboarding for whoever has no bank account connected", async () => {
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

  it("fills in the whole balance and asks for it in cents", async () => {
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
  ])("after %j it says %j", async (reply, text) => {
    stubApi({ ...verified, ...wallet, ...(reply ? { "POST /api/stripe/withdraw": reply } : {}) });
    openApp("/app/payments?dialog=withdraw");
    fireEvent.change(await screen.findByLabelText("Amount"), { target: { value: "1" } });
    press("Request Withdrawal");
    await screen.findByText(text);
  });
});

describe("coming back from Stripe", () => {
  it("reads the account again, says so and cleans the address", async () => {
    stubApi({
      ...verified,
      ...wallet,
      "POST /api/stripe/refresh-account": { body: { stripeAccountVerified: true } },
    });
    const { path } = openApp("/app/payments?stripe_return=1&reauth=1");
    await screen.findByText("Successfully connected your Stripe account!");
    await waitFor(() => expect(path()).toBe("/app/payments"));
  });

  it("says that there was an issue after reauth alone", async () => {
    stubApi({ ...signedIn, ...wallet });
    const { path } = openApp("/app/payments?reauth=1");
    await screen.findByText("There was an issue with Stripe connection, please try again.");
    await waitFor(() => expect(path()).toBe("/app/payments"));
  });
});

describe("the success page", () => {
  const confirm = "POST /api/stripe/checkout-session/cs_test_1/confirm";

  it("says that the money is there once the server has made sure of it", async () => {
    stubApi({
      ...signedIn,
      ...wallet,
      [confirm]: { body: { status: "completed", amount: 50, message: "" } },
    });
    openApp("/app/payments/success?session_id=cs_test_1");
    await screen.findByText("Payment Successful!");
    await screen.findByText("Your funds have been added to your wallet.");
    await screen.findByText("Your wallet has been successfully funded!");
  });

  it("says nothing of the kind about a payment that failed", async () => {
    stubApi({
      ...signedIn,
      ...wallet,
      [confirm]: { body: { status: "failed", amount: 50, message: "The card was declined" } },
    });
    openApp("/app/payments/success?session_id=cs_test_1");
    await screen.findByText("The card was declined");
    expect(screen.queryByText("Payment Successful!")).toBeNull();
  });

  it("is a configuration error without a publishable key", async () => {
    stubApi({
      ...signedIn,
      ...wallet,
      "GET /api/stripe/config": { body: { publishableKey: null } },
    });
    openApp("/app/payments/success?session_id=cs_test_1");
    await screen.findByRole("heading", { name: "Stripe Configuration Error" });
  });
});
