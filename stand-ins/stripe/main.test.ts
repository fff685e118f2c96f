import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { expect, onTestFinished, test } from "vitest";
import { openEndpoint, platformSecret } from "./testing/event-endpoint";
import { openSession } from "./testing/situations";

const main = new URL("main.ts", import.meta.url).pathname;

test("the process prints its port, sends events, and keeps its state after a kill", async () => {
  const folder = await mkdtemp(join(tmpdir(), "stripe-stand-in-"));
  const endpoint = openEndpoint();
  onTestFinished(async () => {
    await endpoint.stop();
    await rm(folder, { recursive: true });
  });
  const env = { DATA_DIR: folder, WEBHOOK_URL: endpoint.url, WEBHOOK_SECRET: platformSecret };

  const first = await start(env);
  const { id, url } = await openSession(first.stripe);
  expect(url).toBe(`http://localhost:${first.port}/c/pay/${id}`);
  first.child.kill("SIGKILL");
  await first.child.exited;

  const second = await start(env);
  expect((await second.stripe.checkout.sessions.retrieve(id)).status).toBe("open");
  await fetch(`http://127.0.0.1:${second.port}/_test/checkout/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ session: id }),
  });
  await expect.poll(() => endpoint.types()).toEqual(["checkout.session.completed"]);
  second.child.kill("SIGTERM");
  expect(await second.child.exited).toBe(0);
});

async function start(env: Record<string, string>) {
  const child = Bun.spawn([process.execPath, main], {
    env: { ...env, PORT: "0", SECRET_KEY: "sk_test_main" },
    stdout: "pipe",
    stderr: "inherit",
  });
  onTestFinished(() => child.kill("SIGKILL"));
  const { value } = await child.stdout.getReader().read();
  const [line = ""] = new TextDecoder().decode(value).split("\n");
  const { listening: port }: { listening: number } = JSON.parse(line);
  const config = { host: "127.0.0.1", port, protocol: "http", telemetry: false } as const;
  return { child, port, stripe: new Stripe("sk_test_main", config) };
}
