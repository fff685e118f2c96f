import { fireEvent, screen, waitFor } from "@testing-library/preact";
import { expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { list, ownCampaign, signedIn, stubApi } from "../testing/stub-api";
import { stubLeaving, wallet } from "../testing/stub-wallet";

stubLeaving();

const refundable = {
  walletBalance: 35,
  refundable: 30.5,
  windowDays: 180,
  deposits: [
    {
      _id: "d1",
      paidAt: "2026-11-02T10:00:12.446Z",
      amount: 50,
      refundable: 30.5,
      stripeFee: 1.75,
      card: { brand: "visa", last4: "4242" },
    },
  ],
};
const answers = { ...signedIn, ...wallet, "GET /api/stripe/refundable": { body: refundable } };

function press(name: string) {
  fireEvent.click(screen.getByRole("button", { name }));
}

it("shows where the money goes and requests all of it in cents", async () => {
  const message = "Your money is on its way back.";
  const calls = stubApi({
    ...answers,
    "POST /api/stripe/refunds": { body: { message, transactions: [] } },
  });
  openApp("/app/payments");
  await screen.findByRole("button", { name: "Get Money Back" });
  press("Get Money Back");
  await screen.findByText("To Visa ending in 4242, paid Nov 2, 2026");
  press("MAX");
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "30.50");
  screen.getByText("Stripe keeps its fee");
  screen.getByText("$1.06");
  screen.getByText("$29.44");
  press("Request Refund");
  await screen.findByText(message);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const sent = calls.find((call) => call.name === "POST /api/stripe/refunds");
  expect(sent?.body).toMatchObject({ amount: 3_050 });
});

it("sees money that comes back while the dialog is open", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let body = { ...refundable, refundable: 0, deposits: [] as typeof refundable.deposits };
  stubApi({ ...answers, "GET /api/stripe/refundable": () => ({ body }) });
  openApp("/app/payments?dialog=refund");
  await screen.findByText(/^Nothing can go back to a card/);
  body = refundable;
  vi.advanceTimersByTime(5_000);
  await screen.findByText("To Visa ending in 4242, paid Nov 2, 2026");
  vi.useRealTimers();
});

it("cancels a refund that is not sent", async () => {
  const message = "Refund cancelled. The money is back in your wallet.";
  const id = "01900000-0000-7000-8000-000000000001";
  const line = {
    _id: `refund:${id}`,
    createdAt: "2026-01-02T03:04:05.000Z",
    type: "refund",
    amount: -5,
    status: "pending",
    description: "On its way back to your Visa card ending in 4242",
    cancellable: true,
  };
  const calls = stubApi({
    ...answers,
    "GET /api/wallet/transactions": {
      body: { transactions: [line], nextCursor: null, judgedUpTo: null },
    },
    [`POST /api/stripe/refunds/${id}/cancel`]: { body: { message, transaction: line } },
  });
  openApp("/app/payments");
  fireEvent.click(await screen.findByRole("button", { name: "Cancel refund" }));
  await screen.findByText(message);
  expect(calls.some(({ name }) => name.endsWith(`${id}/cancel`))).toBe(true);
});

it("says that reserved money comes back first, and where its campaigns are", async () => {
  stubApi({
    ...answers,
    "GET /api/stripe/refundable": { body: { ...refundable, refundable: 0, deposits: [] } },
    "GET /api/campaigns/my-campaigns": list([ownCampaign]),
  });
  openApp("/app/payments?dialog=refund");
  const link = await screen.findByRole("link", { name: "all your campaigns" });
  expect(link).toHaveProperty("pathname", "/app/campaigns");
});

it("stops at what can go back", async () => {
  stubApi(answers);
  openApp("/app/payments?dialog=refund");
  fireEvent.change(await screen.findByLabelText("Amount"), { target: { value: "30.51" } });
  press("Request Refund");
  await screen.findByText("The amount cannot exceed what can go back.");
});
