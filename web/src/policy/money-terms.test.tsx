import { describeMoney } from "@fairclick/core/describe-money";
import { screen, within } from "@testing-library/preact";
import { it } from "vitest";
import { openApp } from "../testing/open-app";
import { campaign, emptyMarket, item, signedIn, stubApi } from "../testing/stub-api";
import { stubLeaving, wallet } from "../testing/stub-wallet";

stubLeaving();

const money = describeMoney({ feeBasisPoints: 0, heldDays: 7 });
const refundable = { walletBalance: 0, refundable: 0, windowDays: 180, deposits: [] };

it.each([
  ["add-funds", "deposit", "Proceed to Payment"],
  ["refund", "refund", "Request Refund"],
  ["spend", "spend", "Move to Wallet"],
] as const)(
  "shows beside the button of %s what the server says of a %s",
  async (name, act, press) => {
    stubApi({
      ...signedIn,
      ...wallet,
      "GET /api/policy": item({ money, withdrawals: { rules: [] } }),
      "GET /api/stripe/refundable": { body: refundable },
    });
    openApp(`/app/payments?dialog=${name}`);
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("button", { name: press });
    for (const sentence of money[act]) await dialog.findByText(sentence);
  },
);

it("folds the terms of a payment and of a budget up beside the button that launches", async () => {
  stubApi({
    ...signedIn,
    ...emptyMarket,
    ...wallet,
    "GET /api/policy": item({ money }),
    [`GET /api/campaigns/${campaign._id}`]: item({
      ...campaign,
      status: "AWAITING_FUNDS",
      budget: 100,
    }),
  });
  openApp("/creator-hub", { deployed: campaign._id });
  await screen.findByRole("button", { name: "Pay $65.00 and launch" });
  await screen.findByText("Fees, and what comes back");
  for (const sentence of [...money.deposit, ...money.campaign]) await screen.findByText(sentence);
});
