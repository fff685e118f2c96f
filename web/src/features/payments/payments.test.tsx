import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openApp } from "../../testing/open-app";
import { type Call, signedIn, stubApi, user } from "../../testing/stub-api";

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
      waitingEarnings: 0,
      waiting: [],
      unjudgedClicks: 0,
      heldClicks: 0,
      judgedUpTo: null,
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
    cancellable: false,
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

describe("money that is not final", () => {
  const waiting = [
    { at: "2026-11-22T10:00:00.000Z", amount: 1.25 },
    { at: "2026-11-23T10:00:00.000Z", amount: 0.5 },
  ];
  const summary = {
    ...wallet["GET /api/wallet/summary"].body,
    waitingEarnings: 1.75,
    waiting,
    unjudgedClicks: 0.003,
    heldClicks: 0.0045,
    judgedUpTo: new Date().toISOString(),
  };
  const moving = { ...wallet, "GET /api/wallet/summary": { body: summary } };

  it("stands apart from what is, with its moment of truth and the dates until which it waits", async () => {
    stubApi({ ...signedIn, ...moving });
    openApp("/app/payments");
    await screen.findByText("$0.003");
    expect(screen.getByText("$0.0045")).toBeTruthy();
    expect(screen.getByText("Not earned yet, and may not be")).toBeTruthy();
    expect(screen.getByText(/^Judged up to/).textContent).toMatch(/\d\d:\d\d:\d\d/);
    expect(screen.getAllByText(/^Waits until/)).toHaveLength(2);
    expect(screen.getByText("$1.25")).toBeTruthy();
  });

  it("is explained where it is missed: when somebody withdraws", async () => {
    stubApi({ ...verified, ...moving });
    openApp("/app/payments?dialog=withdraw");
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("New earnings wait a while");
    expect(dialog.textContent).toMatch(/Waits until Nov 2\d, 2026/);
  });

  it("is summed up after the next few dates", async () => {
    const days = Array.from({ length: 9 }, (_, day) => ({
      at: `2026-12-0${day + 1}T10:00:00.000Z`,
      amount: 0.1,
    }));
    const long = { body: { ...summary, waiting: days } };
    stubApi({ ...signedIn, ...moving, "GET /api/wallet/summary": long });
    openApp("/app/payments");
    expect(await screen.findAllByText(/^Waits until/)).toHaveLength(3);
    expect(screen.getByText(/^The rest waits until/)).toBeTruthy();
    expect(screen.getByText("$0.60")).toBeTruthy();
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
  const pending = {
    "GET /api/wallet/transactions": { body: { transactions: [withdrawal], nextCursor: null } },
  };

  it("can be cancelled from its line", async () => {
    const calls = stubApi({
      ...verified,
      ...wallet,
      ...pending,
      [`POST /api/stripe/withdrawals/${id}/cancel`]: {
        body: {
          message: "Withdrawal cancelled. The money is back in your earnings.",
          transaction: {},
        },
      },
    });
    openApp("/app/payments");
    fireEvent.click(await screen.findByRole("button", { name: "Cancel withdrawal" }));
    await screen.findByText("Withdrawal cancelled. The money is back in your earnings.");
    expect(calls.some(({ name }) => name.endsWith(`${id}/cancel`))).toBe(true);
  });

  it("says when it is too late", async () => {
    stubApi({
      ...verified,
      ...wallet,
      ...pending,
      [`POST /api/stripe/withdrawals/${id}/cancel`]: {
        status: 409,
        body: { message: "This withdrawal can no longer be cancelled." },
      },
    });
    openApp("/app/payments");
    fireEvent.click(await screen.findByRole("button", { name: "Cancel withdrawal" }));
    await screen.findByText("This withdrawal can no longer be cancelled.");
  });

  it("is the only kind of line that offers it", async () => {
    stubApi({
      ...verified,
      ...wallet,
      "GET /api/wallet/transactions": {
        body: { transactions: [{ ...withdrawal, cancellable: false }], nextCursor: null },
      },
    });
    openApp("/app/payments");
    await screen.findByText("Withdrawal");
    expect(screen.queryByRole("button", { name: "Cancel withdrawal" })).toBeNull();
  });
});

describe("asking twice", () => {
  const requestIds = (calls: Call[], path: string) =>
    calls
      .filter(({ name }) => name === `POST /api/stripe/${path}`)
      .map(({ body }) => (body as { requestId: string }).requestId);

  async function withdrawTwice(replies: Parameters<typeof stubApi>[0], second = "1") {
    const calls = stubApi({ ...verified, ...wallet, ...replies });
    openApp("/app/payments?dialog=withdraw");
    for (const amount of ["1", second]) {
      fireEvent.change(await screen.findByLabelText("Amount"), { target: { value: amount } });
      const before = requestIds(calls, "withdraw").length;
      fireEvent.click(await screen.findByRole("button", { name: "Request Withdrawal" }));
      await waitFor(() => expect(requestIds(calls, "withdraw")).toHaveLength(before + 1));
      await screen.findByRole("button", { name: "Request Withdrawal" });
    }
    return requestIds(calls, "withdraw");
  }

  it("for a withdrawal whose answer was lost is asking once", async () => {
    const [first, again] = await withdrawTwice({});
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(again).toBe(first);
    expect(screen.getByLabelText("Amount")).toHaveProperty("value", "1");
  });

  it("for another amount is another withdrawal", async () => {
    const [first, other] = await withdrawTwice({}, "2");
    expect(other).not.toBe(first);
  });

  it("after a refusal is a new try", async () => {
    const refused = { status: 409, body: { message: "One at a time" } };
    const [first, again] = await withdrawTwice({ "POST /api/stripe/withdraw": refused });
    expect(again).not.toBe(first);
  });

  it("for a payment page whose answer was lost is asking once, and anew in a new dialog", async () => {
    const calls = stubApi({ ...signedIn, ...wallet });
    openApp("/app/payments?dialog=add-funds");
    const proceed = async () => {
      const before = requestIds(calls, "create-checkout-session").length;
      fireEvent.click(await screen.findByRole("button", { name: "Proceed to Payment" }));
      await waitFor(() =>
        expect(requestIds(calls, "create-checkout-session")).toHaveLength(before + 1),
      );
      await screen.findByRole("button", { name: "Proceed to Payment" });
    };
    await proceed();
    await proceed();
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    fireEvent.click(await screen.findByRole("button", { name: "Add Funds" }));
    await proceed();
    const [first, again, anew] = requestIds(calls, "create-checkout-session");
    expect(again).toBe(first);
    expect(anew).not.toBe(first);
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
