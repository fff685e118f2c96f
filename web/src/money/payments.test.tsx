import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { signedIn, stubApi } from "../testing/stub-api";
import { history, stubLeaving, wallet } from "../testing/stub-wallet";

const leave = stubLeaving();

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
    openApp(receipt);
    await waitFor(() => expect(leave).toHaveBeenCalledWith(url));
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
      ...history([line]),
      "GET /api/wallet/transactions.csv": { body: csv },
    });
    openApp("/app/payments");
    await screen.findByText("Added to your wallet");
    fireEvent.click(screen.getByRole("button", { name: "Download CSV" }));
    await waitFor(() => expect(saved).toEqual(["fairclick-transactions.csv from blob:1"]));
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
