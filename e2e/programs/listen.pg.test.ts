import { register } from "@fairclick/api/testing/people";
import { createTestApp } from "@fairclick/api/testing/test-app";
import { capture } from "@fairclick/cli/testing/capture";
import { asId, type UserId } from "@fairclick/core/ids";
import { depositArrived } from "@fairclick/core/notices/money-notices";
import { notify } from "@fairclick/services/notices/notify";
import { deliverWebhooks } from "@fairclick/services/notices/webhooks/deliver-webhooks";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { withTx } from "@fairclick/sql/db/tx";
import Stripe from "stripe";
import { afterAll, beforeEach, expect, it, vi } from "vitest";

const app = await createTestApp();
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) => app.app.fetch(request, { peerIp: "127.0.0.1" }),
});
type Received = { body: string; signature: string };
let received: Received[] = [];
let status = 200;
const receiver = Bun.serve({
  ...{ port: 0, hostname: "127.0.0.1" },
  fetch: async (request) => {
    const signature = request.headers.get("fairclick-signature") ?? "";
    received.push({ body: await request.text(), signature });
    return new Response(null, { status });
  },
});
afterAll(() => Promise.all([server.stop(true), receiver.stop(true)]));
beforeEach(() => {
  received = [];
  status = 200;
});

const { webhooks } = new Stripe("sk_test_nothing");
const person = await register(app);
const hook = `http://127.0.0.1:${receiver.port}/hook`;

async function makeKey(scopes: string[]): Promise<string> {
  const json = { name: "Listener", scopes };
  return (await app.call("POST", "/api/keys", { token: person.token, json })).json.data.token;
}
const key = await makeKey(["webhooks"]);

const report = (amountMicros: bigint) =>
  withTx(app.db, (tx) =>
    notify(tx, { now: () => app.clock.at }, depositArrived, {
      to: [asId<UserId>(person.id)],
      data: { amountMicros },
    }),
  );
const listWebhooks = () =>
  app.owner<{ url: string }[]>`select url from webhook_endpoints where user_id = ${person.id}`;
const slowly = { timeout: 15_000 };
const untilListening = () =>
  vi.waitFor(async () => expect(await listWebhooks()).toHaveLength(1), slowly);

function listen(
  args: string[] = [],
  { token = key, interrupt = new AbortController().signal } = {},
) {
  const env = { FAIRCLICK_API: `http://127.0.0.1:${server.port}`, FAIRCLICK_KEY: token };
  const line = ["webhooks", "listen", "--forward", hook, ...args, "--json"];
  return capture(line, { env: { ...env, DATA_DIR: "/nowhere" }, interrupt });
}

it("forwards each event once, signed as Stripe's library verifies it, and prints it", async () => {
  const listening = listen(["--count", "2"]);
  await untilListening();
  await report(1_000_000n);
  await report(2_000_000n);
  await deliverWebhooks({ ...systemCtx(app.db), sendOptions: { allowLocal: true } });
  const { exitCode, out, err } = await listening;
  expect([exitCode, JSON.parse(out)]).toEqual([0, { forwarded: 2, failed: 0 }]);
  const [, secret = ""] = /signed with (whsec_[\w-]+)/.exec(err) ?? [];
  expect(received).toHaveLength(2);
  const events = received.map(({ body, signature }) =>
    webhooks.constructEventAsync(body, signature, secret),
  );
  expect(await Promise.all(events)).toMatchObject([
    { type: "deposit.arrived", data: { amountMicros: "1000000" } },
    { type: "deposit.arrived", data: { amountMicros: "2000000" } },
  ]);
  expect(err.match(/deposit\.arrived {2}[0-9a-f-]{36} {2}answered 200/g)).toHaveLength(2);
  const [first] = received;
  const wrong = webhooks.constructEventAsync(`${first?.body} `, first?.signature ?? "", secret);
  await expect(wrong).rejects.toThrow(/signature/i);
  expect(await listWebhooks()).toEqual([]);
});

it("goes on after an answer that is an error, and deletes its webhook on Ctrl-C", async () => {
  status = 500;
  const interrupt = new AbortController();
  const listening = listen(["--event", "deposit.arrived"], { interrupt: interrupt.signal });
  await untilListening();
  await report(3_000_000n);
  await vi.waitFor(() => expect(received).toHaveLength(1), slowly);
  interrupt.abort();
  const { exitCode, out, err } = await listening;
  expect([exitCode, JSON.parse(out)]).toEqual([0, { forwarded: 0, failed: 1 }]);
  expect(err).toContain("answered 500");
  expect(await listWebhooks()).toEqual([]);
});

it("sends no mail about the webhook, because nothing leaves for a new address", async () => {
  await listen(["--seconds", "1"]);
  const kinds = await app.owner<{ kind: string }[]>`
    select distinct kind from notices where user_id = ${person.id}`;
  expect(kinds.map(({ kind }) => kind)).not.toContain("webhook.added");
});

it("refuses a missing key, a key without the scope, and a wrong address", async () => {
  const without = await listen([], { token: "" });
  expect([without.exitCode, without.err]).toEqual([2, expect.stringContaining("FAIRCLICK_KEY")]);
  const reading = await listen([], { token: await makeKey(["read"]) });
  expect([reading.exitCode, reading.err]).toEqual([1, expect.stringContaining("scope webhooks")]);
  const wrong = await capture(["webhooks", "listen", "--forward", "file:///etc/passwd"]);
  expect([wrong.exitCode, wrong.err]).toEqual([2, expect.stringContaining("must be an address")]);
  expect(await listWebhooks()).toEqual([]);
});

it("takes events only from a webhook that is polled, and only from one's own", async () => {
  const other = await register(app);
  const add = async (url: string) => {
    const json = { url, events: ["deposit.arrived"] };
    return (await app.call("POST", "/api/webhooks", { token: person.token, json })).json.data._id;
  };
  const take = async (id: string, token = person.token) =>
    (await app.call("POST", `/api/webhooks/${id}/deliveries/take`, { token })).status;
  const [sent, polled] = [await add("https://game.example/"), await add("poll:")];
  expect([await take(sent), await take(polled), await take(polled, other.token)]).toEqual([
    ...[409, 200, 404],
  ]);
});
