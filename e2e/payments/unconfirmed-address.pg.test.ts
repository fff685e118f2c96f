import { sweepPaymentsJob } from "@fairclick/worker/jobs";
import { afterEach, expect, it } from "vitest";
import { createCreator, lastWithdrawal } from "./creators";
import { expectProvenBooks, withdraw } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp({
  mail: { smtpUrl: "smtp://unused", from: "mail@test.example", operatorAddresses: [] },
});
afterEach(() => expectProvenBooks(app));

const later = (minutes: number) => {
  app.clock.at = new Date(app.clock.at.getTime() + minutes * 60_000);
};

it("sends a withdrawal once the owner's address is confirmed", async () => {
  const creator = await createCreator(app, 2_000);
  const { status, json } = await withdraw(app, creator, 1_000);
  expect(status).toBe(200);
  expect(json.message).toBe("Withdrawal request submitted successfully!");
  await app.settle();
  later(30);
  await sweepPaymentsJob.run(app.workerDeps, {});
  await app.settle();
  expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "pending" });
  const history = await app.call("GET", "/api/wallet/transactions", { token: creator.token });
  expect(history.text).toContain("Waits until you confirm your email address");

  await app.owner`update users set email_verified_at = now() where id = ${creator.id}`;
  later(30);
  await sweepPaymentsJob.run(app.workerDeps, {});
  await app.settle();
  expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "completed" });
});

it("does not spend earnings before the address is confirmed", async () => {
  const { id, token } = await createCreator(app, 2_000);
  const spend = () =>
    app.call("POST", "/api/wallet/spend-earnings", { token, json: { amount: 100 } });
  const message = "Please confirm your email address first, in your profile.";
  const refused = await spend();
  expect([refused.status, refused.json.error]).toEqual([403, message]);
  await app.owner`update users set email_verified_at = now() where id = ${id}`;
  expect((await spend()).status).toBe(200);
});
