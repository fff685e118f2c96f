import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { describe, expect, it, vi } from "vitest";
import { storeSide } from "../session/session";
import { openApp } from "../testing/open-app";
import { signedIn, stubApi } from "../testing/stub-api";
import { stubDownloads } from "../testing/stub-downloads";
import { history, stubLeaving, summary, verified, wallet } from "../testing/stub-wallet";

stubLeaving();

describe("the screen", () => {
  it("shows balances to the last micro, and no transactions yet", async () => {
    stubApi({ ...signedIn, ...wallet });
    openApp("/app/payments");
    await screen.findByText("$35.00");
    expect(screen.getByText("$20.045")).toBeTruthy();
    await screen.findByText("No Transactions Yet");
    expect(screen.getByText(/Stripe integration coming soon/)).toBeTruthy();
  });

  it("shows what could not be loaded", async () => {
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
    receipt: null,
  };

  it("leads to the receipt of a deposit, at Stripe", async () => {
    const receipt = "/app/payments/receipts/d1";
    stubApi({ ...signedIn, ...wallet, ...history([{ ...line, receipt }]) });
    openApp("/app/payments");
    const link = await screen.findByRole("link", { name: "Receipt" });
    expect(link.getAttribute("href")).toBe(receipt);
    cleanup();
    const url = "https://invoice.stripe.example/i/1";
    stubApi({ ...signedIn, "GET /api/stripe/deposits/d1/receipt": { body: { url } } });
    const replace = vi.spyOn(window.location, "replace").mockImplementation(() => {});
    openApp(receipt);
    await waitFor(() => expect(replace).toHaveBeenCalledWith(url));
  });

  it("says if a receipt cannot be opened", async () => {
    const message = "There is no receipt of this payment.";
    stubApi({
      ...signedIn,
      "GET /api/stripe/deposits/d1/receipt": { status: 404, body: { message } },
    });
    openApp("/app/payments/receipts/d1");
    await screen.findByText(message);
  });

  it("is saved completely as a file", async () => {
    const { files, names } = stubDownloads();
    const csv = "date,amount\r\n2026-01-02,35\r\n";
    const calls = stubApi({
      ...signedIn,
      ...wallet,
      ...history([line]),
      "GET /api/wallet/transactions.csv": { body: csv },
    });
    openApp("/app/payments");
    await screen.findByText("Added to your wallet");
    fireEvent.click(screen.getByRole("button", { name: "Download CSV" }));
    await waitFor(() => expect(names).toEqual(["fairclick-transactions.csv from blob:1"]));
    expect(await files[0]?.text()).toBe(csv);
    expect(calls.at(-1)?.authorization).toBe("Bearer secret");
  });

  it("shows why it could not be saved", async () => {
    stubApi({
      ...signedIn,
      ...wallet,
      ...history([line]),
      "GET /api/wallet/transactions.csv": { status: 400, body: {} },
    });
    openApp("/app/payments");
    await screen.findByText("Added to your wallet");
    fireEvent.click(screen.getByRole("button", { name: "Download CSV" }));
    await screen.findByText("Failed to download transactions.");
  });
});

const profile = {
  email: "ada@example.com",
  emailConfirmed: true,
  mailAvailable: true,
  payouts: "none",
  mustConfirmGuardian: false,
};
const replies = (change: Partial<typeof profile> = {}) => ({
  ...signedIn,
  ...wallet,
  "GET /api/users/profile": { body: { ...profile, ...change } },
});

describe("payouts", () => {
  const payouts = async () => within(await screen.findByRole("region", { name: "Payouts" }));

  it.each(["Withdraw Funds", "Setup Payouts"])(
    "show a refusal of %s beside what answers it, and send the guardian's agreement",
    async (name) => {
      const error = "Until you are 18, money is paid out to a parent or guardian.";
      const calls = stubApi({
        ...replies({ mustConfirmGuardian: true }),
        "POST /api/stripe/create-connect-account": { status: 403, body: { message: error } },
      });
      openApp("/app/payments");
      const box = await payouts();
      const guardian = await box.findByRole("checkbox", { name: /my parent or guardian/ });
      fireEvent.click(screen.getByRole("button", { name }));
      const refusal = await box.findByRole("alert");
      expect(refusal.textContent).toContain(error);
      expect(within(refusal).getByRole("link")).toBeTruthy();
      fireEvent.click(guardian);
      await waitFor(() => expect(box.queryByRole("alert")).toBeNull());
      fireEvent.click(box.getByRole("button", { name: "Setup Payouts" }));
      await waitFor(() =>
        expect(calls.filter(({ name }) => name.startsWith("POST")).at(-1)?.body).toMatchObject({
          guardianConfirmed: true,
        }),
      );
    },
  );

  it("open in a country that can be chosen until an account exists", async () => {
    const calls = stubApi({
      ...replies(),
      "PUT /api/users/profile/country": { body: { status: "success", message: "Changed." } },
    });
    openApp("/app/payments");
    const country = (await payouts()).getByLabelText("Country of your bank");
    expect(country).toHaveProperty("value", "US");
    fireEvent.change(country, { target: { value: "DE" } });
    await screen.findByText("Changed.");
    expect(calls.find(({ name }) => name.startsWith("PUT"))?.body).toEqual({ country: "DE" });
    cleanup();
    stubApi(replies({ payouts: "incomplete" }));
    openApp("/app/payments");
    const box = await payouts();
    await box.findByText(/still needs some details/);
    expect(box.queryByLabelText("Country of your bank")).toBeNull();
  });

  it("wait for a confirmed email address, which the page says with the button to get the mail", async () => {
    const withdrawal = {
      ...{ _id: "withdrawal:1", createdAt: "2026-01-02T03:04:05.000Z", type: "withdrawal" },
      ...{ amount: -0.46, status: "pending", cancellable: true, receipt: null },
      description: "Waits until you confirm your email address",
    };
    const calls = stubApi({
      ...replies({ emailConfirmed: false }),
      ...history([withdrawal]),
      "POST /api/auth/verification": { body: { status: "success", message: "On its way." } },
    });
    openApp("/app/payments");
    const earnings = within(await screen.findByRole("region", { name: "Earnings" }));
    await earnings.findByText("Waits until you confirm your email address");
    await earnings.findByText(/^Withdrawals wait until you confirm/);
    fireEvent.click(earnings.getByRole("button", { name: "Mail the link again" }));
    await earnings.findByText("On its way.");
    expect(calls.some(({ name }) => name === "POST /api/auth/verification")).toBe(true);
  });
});

it("asks a developer without earnings for no confirmation", async () => {
  storeSide("developer");
  const body = { ...summary, withdrawableBalance: 0, totalEarnings: 0 };
  const account = replies({ emailConfirmed: false });
  stubApi({ ...signedIn, ...wallet, ...account, "GET /api/wallet/summary": { body } });
  openApp("/app/payments");
  await screen.findByText("Total Earnings");
  await screen.findByText(/^Connect a bank once/);
  expect(screen.queryByText(/^Withdrawals wait until you confirm/)).toBeNull();
});

it("belongs to a creator's Earnings on a phone, and says the smallest withdrawal before a bank is connected", async () => {
  storeSide("creator");
  stubApi({
    ...{ ...signedIn, ...wallet, ...replies({}) },
    // Without a chosen country, the server's terms are those of the United States.
    "GET /api/stripe/payout-terms": { body: { minimum: 0.01 } },
  });
  vi.spyOn(navigator, "language", "get").mockReturnValue("de-DE");
  openApp("/app/payments");
  await screen.findByText(/^The smallest withdrawal is \$5.00\./);
  const phone = screen.getAllByRole("link", { name: "Earnings" });
  expect(phone.filter((link) => link.hasAttribute("aria-current"))).toHaveLength(1);
});

describe("the yellow button", () => {
  const yellow = () =>
    screen
      .getAllByRole("button")
      .filter(({ className }) => className.includes("bg-marker "))
      .map(({ textContent }) => textContent);
  const none = { withdrawableBalance: 0, totalEarnings: 0 };

  it.each([
    ["Setup Payouts", "creator", none, {}],
    ["Setup Payouts", "developer", none, replies({ payouts: "incomplete" })],
    ["Withdraw Funds", "developer", { withdrawableBalance: 0.46, totalEarnings: 0.46 }, verified],
    ["Add Funds", "developer", none, {}],
    [null, "creator", { withdrawableBalance: 2, pendingPayouts: 0.1 }, verified],
    ["Setup Payouts", "developer", { ...none, totalEarnings: 0.2 }, {}],
    ["Setup Payouts", "creator", { withdrawableBalance: 0.46, totalEarnings: 0.46 }, {}],
  ] as const)("is %s for a %s with %j", async (name, side, change, account) => {
    storeSide(side);
    const body = { ...summary, ...change };
    stubApi({ ...signedIn, ...wallet, ...account, "GET /api/wallet/summary": { body } });
    openApp("/app/payments");
    await screen.findByText("Total Earnings");
    await waitFor(() => expect(yellow()).toEqual(name ? [name] : []));
    const [first] = screen.getAllByRole("heading", { level: 2 });
    expect(first?.textContent).toBe(name === "Add Funds" ? "Wallet" : "Earnings");
  });
});
