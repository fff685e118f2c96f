import { expect, it } from "vitest";
import { createCreator } from "./creators";
import { earn, expectProvenBooks, readCents, withdraw } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp({ earningsHoldHours: 24 });
const { call } = app;
const HOUR_MS = 3_600_000;

it("shows earnings as pending until they are old enough, and pays them no earlier", async () => {
  const creator = await createCreator(app, 3_000);
  const balances = async () => {
    const { json: summary } = await call("GET", "/api/wallet/summary", { token: creator.token });
    const { json } = await call("GET", "/api/users/dashboard", { token: creator.token });
    const { withdrawableBalance, totalEarnings, pendingPayouts } = summary;
    const { pendingPayout } = json.stats;
    return { withdrawableBalance, totalEarnings, pendingPayouts, pendingPayout };
  };
  const young = { withdrawableBalance: 0, totalEarnings: 30, pendingPayouts: 0, pendingPayout: 30 };
  expect(await balances()).toEqual(young);
  const early = await withdraw(app, creator, 1);
  expect(early.json).toMatchObject({
    code: "insufficient_funds",
    error: "Withdrawal amount cannot exceed your balance.",
  });

  app.clock.at = new Date(app.clock.at.getTime() + 25 * HOUR_MS);
  expect(await balances()).toEqual({ ...young, withdrawableBalance: 30, pendingPayout: 0 });
  expect((await withdraw(app, creator, 3_001)).json.code).toBe("insufficient_funds");
  const all = await Promise.all(Array.from({ length: 5 }, () => withdraw(app, creator, 3_000)));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  await app.settle();
  expect(await readCents(app, creator)).toMatchObject({ earnings: 0, inTransit: 0 });

  app.clock.at = new Date();
  await earn(app, creator, 500);
  expect(await balances()).toMatchObject({ withdrawableBalance: 0, pendingPayout: 5 });
  await expectProvenBooks(app);
});
