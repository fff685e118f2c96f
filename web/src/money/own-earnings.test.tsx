import { fireEvent, screen } from "@testing-library/preact";
import { expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { stubApi } from "../testing/stub-api";
import { stubLeaving, verified, wallet } from "../testing/stub-wallet";

stubLeaving();

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const type = (value: string) =>
  fireEvent.change(screen.getByLabelText("Amount"), { target: { value } });

it("moves earnings to the wallet, at most what can be withdrawn", async () => {
  const message = "Your earnings are in your wallet.";
  const calls = stubApi({
    ...verified,
    ...wallet,
    "POST /api/wallet/spend-earnings": { body: { message } },
  });
  openApp("/app/payments");
  await screen.findByText("$12.34");
  press("Spend Earnings");
  await screen.findByRole("button", { name: "Move to Wallet" });
  type("12.35");
  press("Move to Wallet");
  await screen.findByText("The amount cannot exceed what can be withdrawn.");
  press("MAX");
  press("Move to Wallet");
  await screen.findByText(message);
  const sent = calls.filter(({ name }) => name === "POST /api/wallet/spend-earnings");
  expect(sent.map(({ body }) => body)).toMatchObject([{ amount: 1_234 }]);
});
