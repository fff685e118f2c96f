import { register } from "@fairclick/api/testing/people";
import Stripe from "stripe";
import { expect, it } from "vitest";
import { openCheckout, readCents } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const { call, owner, standIn } = app;
const { webhooks } = new Stripe("sk_test_standin");

let count = 0;

function eventBody(changes: Record<string, unknown> = {}): string {
  count += 1;
  const event = {
    id: `evt_test_${count}`,
    object: "event",
    type: "price.created",
    created: Math.floor(Date.now() / 1_000),
    livemode: false,
    data: { object: { id: "price_1", object: "price" } },
    ...changes,
  };
  return JSON.stringify(event);
}

type Signing = { secret?: string; timestamp?: number };

async function deliver(body: string, { secret = "whsec_platform", timestamp }: Signing = {}) {
  const signature = await webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret,
    ...(timestamp === undefined ? {} : { timestamp }),
  });
  return post(body, signature);
}

const post = (body: string, signature: string) =>
  call("POST", "/api/stripe/webhook", { body, headers: { "stripe-signature": signature } });

async function stored() {
  const [row] = await owner<{ n: bigint }[]>`select count(*) as n from stripe_events`;
  return Number(row?.n);
}

it.each(["whsec_platform", "whsec_connect"])("accepts an event signed with %s", async (secret) => {
  const answer = await deliver(eventBody(), { secret });
  expect(answer.status, answer.text).toBe(200);
});

it("stores an event of an unknown type and ignores it", async () => {
  const body = eventBody({ type: "something.new" });
  expect((await deliver(body)).status).toBe(200);
  await app.settle();
  const [row] = await owner`
    select processed_at is not null as processed, payload->>'object' as object, error
    from stripe_events where type = 'something.new'`;
  expect(row).toEqual({ processed: true, object: "event", error: null });
});

it("stores an event once, however often it arrives", async () => {
  const before = await stored();
  const body = eventBody();
  const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(body)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await stored()).toBe(before + 1);
});

const old = Math.floor(Date.now() / 1_000) - 301;

it.each<[string, () => Promise<{ status: number; text: string }>]>([
  ["a wrong secret", () => deliver(eventBody(), { secret: "whsec_other" })],
  ["an old signature", () => deliver(eventBody(), { timestamp: old })],
  ["no signature", () => call("POST", "/api/stripe/webhook", { body: eventBody() })],
  ["an empty signature", () => post(eventBody(), "")],
  ["nonsense for a signature", () => post(eventBody(), "t=1,v1=00")],
  ["no body", () => deliver("")],
  ["a live event", () => deliver(eventBody({ livemode: true }))],
  [
    "a changed body",
    async () => {
      const body = eventBody();
      const signature = await webhooks.generateTestHeaderStringAsync({
        payload: body,
        secret: "whsec_platform",
      });
      return post(body.replace("price.created", "account.updated"), signature);
    },
  ],
])("rejects %s with 400 and stores nothing", async (_name, send) => {
  const before = await stored();
  const answer = await send();
  expect(answer.status, answer.text).toBe(400);
  expect(await stored()).toBe(before);
});

it.each<[string, string]>([
  ["null", "null"],
  ["an array", "[]"],
  ["a text", '"evt_1"'],
  ["no JSON", "evt_1"],
  ["an empty object", "{}"],
  ["no id", eventBody({ id: undefined })],
  ["a number for an id", eventBody({ id: 7 })],
  ["an id with a line break", eventBody({ id: "evt_1\nevt_2" })],
  ["an endless id", eventBody({ id: "e".repeat(10_000) })],
  ["no type", eventBody({ type: null })],
  ["no time", eventBody({ created: undefined })],
  ["a text for a time", eventBody({ created: "soon" })],
  ["a time beyond all years", eventBody({ created: 1e300 })],
  ["a time before 1970", eventBody({ created: -1 })],
  ["an object for an account", eventBody({ account: {} })],
  ["no data", eventBody({ data: undefined })],
  ["data without an object", eventBody({ data: { object: "price_1" } })],
  ["a null character in a value", eventBody({ note: "\0" })],
  ["half a surrogate pair", eventBody({ note: "HALF" }).replace("HALF", "\\ud800")],
  [
    "a number that Postgres cannot hold",
    eventBody({ note: 7 }).replace(/"note":7/, '"note":1e999999'),
  ],
  [
    "objects in objects without an end",
    eventBody({ note: 7 }).replace(/"note":7/, `"note":${"[".repeat(50_000)}${"]".repeat(50_000)}`),
  ],
])("rejects %s with 400, although it is signed, and stores nothing", async (_name, body) => {
  const before = await stored();
  const answer = await deliver(body);
  expect(answer.status, answer.text).toBe(400);
  expect(await stored()).toBe(before);
});

it("rejects a body above its limit", async () => {
  const answer = await deliver(eventBody({ padding: "x".repeat(1_100_000) }));
  expect(answer.status).toBe(413);
});

it("under Bun, signatures can only be verified asynchronously", async () => {
  const script = `
    import Stripe from "stripe";
    const { webhooks } = new Stripe("sk_test_standin");
    const signing = { payload: "{}", secret: "whsec_platform" };
    const signature = await webhooks.generateTestHeaderStringAsync(signing);
    await webhooks.constructEventAsync("{}", signature, "whsec_platform");
    console.log("verified");
    webhooks.constructEvent("{}", signature, "whsec_platform");`;
  const run = Bun.spawnSync([process.execPath, "-e", script], { cwd: import.meta.dirname });
  expect(run.stdout.toString()).toBe("verified\n");
  expect(run.stderr.toString()).toMatch(/cannot be used in a synchronous context/);
});

async function readAttempts(type: string) {
  const [row] = await owner`
    select attempts, parked_at is not null as parked, error from stripe_events where type = ${type}`;
  return row;
}

it("parks an event after its last attempt, with the error, and continues with the others", async () => {
  const poison = eventBody({ type: "transfer.updated", data: { object: { id: "tr_nowhere" } } });
  await deliver(poison);
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    expect(await readAttempts("transfer.updated")).toMatchObject({
      attempts: attempt - 1,
      parked: false,
    });
    await app.work();
  }
  const parked = await readAttempts("transfer.updated");
  expect(parked).toMatchObject({ attempts: 8, parked: true });
  expect(parked?.error).toMatch(/No such transfer/);
  expect(await app.work()).toEqual([]);
  await deliver(poison);
  expect(await app.work()).toEqual([]);
});

it("parks an event whose object has no id", async () => {
  await deliver(eventBody({ type: "transfer.created", data: { object: {} } }));
  for (let attempt = 1; attempt <= 8; attempt += 1) await app.work();
  expect(await readAttempts("transfer.created")).toMatchObject({ parked: true });
});

it("does not park an event while Stripe is unavailable", async () => {
  const person = await register(app);
  const session = await openCheckout(app, person, 1_000);
  await standIn.control("checkout/pay", { session });
  await standIn.control("clock/settle");
  await standIn.control("faults/add", {
    call: "GET /v1/checkout/sessions/:id",
    times: 100,
    shows: { kind: "error", status: 429 },
  });
  for (let attempt = 1; attempt <= 12; attempt += 1) await app.work();
  expect(await readAttempts("checkout.session.completed")).toMatchObject({
    attempts: 12,
    parked: false,
  });
  await standIn.control("faults/clear");
  await app.work();
  expect(await readCents(app, person)).toMatchObject({ wallet: 1_000 });
});
