import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openApp } from "../../../testing/open-app";
import { stubApi } from "../../../testing/stub-api";
import { stubLeaving, verified, wallet } from "../../../testing/stub-wallet";

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

it("sets up automatic withdrawals, which are off by default", async () => {
  const schedule = { every: "month", minimum: 25, nextAt: "2026-12-01T00:00:00.000Z" };
  const calls = stubApi({
    ...verified,
    ...wallet,
    "GET /api/wallet/payout-schedule": { body: { schedule: null } },
    "PUT /api/wallet/payout-schedule": { body: { schedule } },
  });
  openApp("/app/payments?dialog=schedule");
  await screen.findByText(/^Off\./);
  expect(screen.queryByRole("button", { name: "Turn off" })).toBeNull();
  fireEvent.change(screen.getByLabelText("Withdraw"), { target: { value: "month" } });
  type("25");
  press("Save");
  await screen.findByText("Automatic withdrawals are on.");
  expect(calls.find(({ name }) => name.startsWith("PUT"))?.body).toEqual({
    every: "month",
    minimum: 2_500,
  });
});

it("turns automatic withdrawals off", async () => {
  const schedule = { every: "week", minimum: 25, nextAt: "2026-11-23T00:00:00.000Z" };
  const calls = stubApi({
    ...verified,
    ...wallet,
    "GET /api/wallet/payout-schedule": { body: { schedule } },
    "PUT /api/wallet/payout-schedule": { body: { schedule: null } },
  });
  openApp("/app/payments?dialog=schedule");
  await screen.findByText(/^Every week, from \$25\.00 on; next on /);
  press("Turn off");
  await screen.findByText("Automatic withdrawals are off.");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find(({ name }) => name.startsWith("PUT"))?.body).toEqual({ every: null });
});
