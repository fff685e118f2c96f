import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStandIn } from "../testing/open-stand-in";
import { deposit, openSession, readyAccount } from "../testing/situations";

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "stripe-stand-in-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test("a second start has everything that the first one answered", async () => {
  const dataFolder = await emptyFolder();
  const before = await openStandIn({ dataFolder });
  const { session } = await deposit(before, 5_000);
  const account = await readyAccount(before);
  const key = { idempotencyKey: "wd:1" };
  const params = { amount: 100, currency: "usd", destination: account };
  const transfer = await before.stripe.transfers.create(params, key);
  await before.standIn.stop();

  const after = await openStandIn({ dataFolder });
  expect(await after.stripe.checkout.sessions.retrieve(session.id)).toEqual(session);
  expect(await after.stripe.transfers.create(params, key)).toEqual(transfer);
  expect((await after.stripe.balance.retrieve()).available[0]?.amount).toBe(4_725);
});

test("planned events survive, and the clock keeps its offset", async () => {
  const dataFolder = await emptyFolder();
  const before = await openStandIn({ dataFolder });
  before.endpoint.answer(500);
  await before.standIn.control("clock/advance", { seconds: 100_000 });
  const { id, created } = await openSession(before.stripe);
  await before.standIn.control("checkout/pay", { session: id, card: "debit_succeeds" });
  await before.standIn.stop();

  const after = await openStandIn({ dataFolder });
  await after.standIn.control("clock/advance", { seconds: 60 });
  expect(after.endpoint.types()).toEqual([
    "checkout.session.completed",
    "checkout.session.async_payment_succeeded",
  ]);
  const later = await after.stripe.customers.create();
  expect(later.created - created).toBeGreaterThanOrEqual(60);
});

test("issued links lead to the port of the second start", async () => {
  const dataFolder = await emptyFolder();
  const before = await openStandIn({ dataFolder });
  const { id } = await openSession(before.stripe);
  await before.standIn.stop();
  const after = await openStandIn({ dataFolder });
  const { url } = await after.stripe.checkout.sessions.retrieve(id);
  expect(url).toBe(`http://localhost:${after.standIn.port}/c/pay/${id}`);
});

test("an answer is on disk before the caller receives it", async () => {
  const dataFolder = await emptyFolder();
  const first = await openStandIn({ dataFolder });
  const { id } = await first.stripe.customers.create({ name: "A" });
  const second = await openStandIn({ dataFolder });
  expect((await second.stripe.customers.retrieve(id)).id).toBe(id);
  expect(await readdir(dataFolder)).toEqual(["stripe.json"]);
});

test("the key of an unanswered request is free after a restart", async () => {
  const dataFolder = await emptyFolder();
  const before = await openStandIn({ dataFolder });
  const call = "POST /v1/customers";
  await before.standIn.control("faults/add", { call, shows: { kind: "delay", ms: 60_000 } });
  const key = { idempotencyKey: "k" };
  before.stripe.customers.create({ name: "A" }, key).catch(() => {});
  await expect
    .poll(async () => (await before.standIn.control("requests/list")).requests)
    .toHaveLength(1);
  await openSession(before.stripe);
  await before.standIn.stop();

  const after = await openStandIn({ dataFolder });
  expect((await after.stripe.customers.create({ name: "A" }, key)).name).toBe("A");
});

test("a snapshot of another version is rejected", async () => {
  const dataFolder = await emptyFolder();
  await writeFile(join(dataFolder, "stripe.json"), JSON.stringify({ version: 0, state: {} }));
  await expect(openStandIn({ dataFolder })).rejects.toThrow("delete it");
});
