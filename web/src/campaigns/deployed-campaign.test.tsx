import { cleanup, fireEvent, screen, waitFor } from "@testing-library/preact";
import { expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { campaign, emptyMarket, item, signedIn, stubApi } from "../testing/stub-api";
import { stubLeaving, summary, wallet } from "../testing/stub-wallet";

const leave = stubLeaving();
const path = `/api/campaigns/${campaign._id}`;

function open(status: string, more: object = {}) {
  const calls = stubApi({
    ...signedIn,
    ...emptyMarket,
    ...wallet,
    "GET /api/wallet/summary": { body: { ...summary, walletBalance: 0 } },
    [`GET ${path}`]: item({ ...campaign, budget: 15, status }),
    ...more,
  });
  return { calls, ...openApp("/creator-hub", { deployed: campaign._id }) };
}

it.each([
  ["ACTIVE", "Your campaign is live"],
  ["SCHEDULED", "Your campaign is ready"],
])("after Deploy, a campaign that is %s can be opened and shared", async (status, title) => {
  open(status);
  await screen.findByRole("heading", { name: title });
  expect(screen.getByRole("link", { name: "Open" })).toHaveProperty(
    "pathname",
    `/app/campaigns/${campaign._id}`,
  );
  expect(screen.getByRole("button", { name: "Share with creators" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Back to Developer Hub" })).toBeTruthy();
});

it("a campaign in review is not shared yet", async () => {
  open("IN_REVIEW");
  await screen.findByRole("heading", { name: "Your campaign waits for review" });
  expect(screen.queryByRole("button", { name: "Share with creators" })).toBeNull();
});

it("without money, one button pays what is missing and names the campaign to launch", async () => {
  const url = "https://checkout.example/cs_1";
  const start = "POST /api/stripe/create-checkout-session";
  const { calls } = open("AWAITING_FUNDS", { [start]: { body: { id: "cs_1", url } } });
  fireEvent.click(await screen.findByRole("button", { name: "Pay $15.00 and launch" }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith(url));
  const sent = calls.filter(({ name }) => name === start);
  expect(sent.map(({ body }) => body)).toEqual([
    expect.objectContaining({ amount: 1_500, campaignId: campaign._id }),
  ]);
});

it("shows why a payment cannot start, and keeps the button", async () => {
  const message = "This campaign does not wait for funds any more.";
  const start = "POST /api/stripe/create-checkout-session";
  open("AWAITING_FUNDS", { [start]: { status: 409, body: { message } } });
  fireEvent.click(await screen.findByRole("button", { name: "Pay $15.00 and launch" }));
  await screen.findByText(message);
  expect(screen.getByRole("button", { name: "Pay $15.00 and launch" })).toBeTruthy();
});

const launch = {
  campaignId: campaign._id,
  name: "Tower",
  status: "ACTIVE",
  added: null as number | null,
  funded: true,
  refusal: null,
};
it.each([
  ["completed", launch, /^Your payment went into the budget of your campaign\.$/],
  ["completed", { ...launch, status: "IN_REVIEW" }, /is funded and waits for review/],
  [
    "completed",
    { ...launch, status: "ENDED", funded: false, refusal: "This campaign has ended" },
    /was not launched: This campaign has ended\. The money is in your wallet\./,
  ],
  ["pending", { ...launch, status: "AWAITING_FUNDS", funded: false }, /launches by itself/],
  ["failed", { ...launch, status: "AWAITING_FUNDS", funded: false }, /was not launched\./],
  ["completed", { ...launch, added: 1_000 }, /was added to the budget of/],
  ["pending", { ...launch, added: 1_000, funded: false }, /by itself when the money arrives/],
  [
    "completed",
    { ...launch, added: 1_000, funded: false, refusal: "This campaign has ended" },
    /was not raised: This campaign has ended\. The money is in your wallet\./,
  ],
])(
  "the page after a %s payment says what happened to the campaign (%#)",
  async (status, of, text) => {
    stubApi({
      ...signedIn,
      ...wallet,
      "POST /api/stripe/checkout-session/cs_test_1/confirm": {
        body: { status, amount: 15, message: "", funding: of },
      },
    });
    openApp("/app/payments/success?session_id=cs_test_1");
    await screen.findByText(text);
    expect(screen.getByRole("link", { name: "Open campaign" })).toBeTruthy();
    cleanup();
  },
);
