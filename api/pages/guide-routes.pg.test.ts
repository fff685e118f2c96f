import { runInNewContext } from "node:vm";
import { getWebhookSecret, signWebhook } from "@fairclick/services/notices/webhooks";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { z } from "zod";
import { createTestApp } from "../testing/test-app";

const { call, db } = await createTestApp({ config: { appUrl: "https://market.example" } });
const guide = await Bun.file(`${import.meta.dirname}/../reference/webhooks.md`).text();

it("serves the guide for this server, and the reference links to it", async () => {
  const { status, headers, text } = await call("GET", "/docs/webhooks");
  expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(text).toContain("https://market.example/api/campaigns/my-campaigns");
  expect(text).not.toContain("fairclick.example");
  for (const language of ["ts", "python", "php"]) {
    expect(text).toContain(`<code class="language-${language}">`);
  }
  const { json } = await call("GET", "/api/openapi.json");
  expect(json.info.description).toContain("(/docs/webhooks)");
});

it("has its own stylesheet", async () => {
  const { status, headers } = await call("GET", "/docs.css");
  expect([status, headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
});

it("has an example that accepts a real signature, and refuses a changed body", async () => {
  const webhook = { id: crypto.randomUUID(), secretVersion: 1, rotatedAt: null };
  const secret = await getWebhookSecret(db, webhook);
  const eventId = crypto.randomUUID();
  const body = JSON.stringify({ id: eventId, type: "deposit.arrived", data: {} });
  const headers = await signWebhook(db, webhook, { eventId, body, at: new Date() });
  const [, example = ""] = /```ts\n(.*?)```/s.exec(guide) ?? [];
  const script = example.replace(/^import .*$/m, "").replace("export ", "");
  const receive = asReceiver(
    runInNewContext(`${new Bun.Transpiler({ loader: "ts" }).transformSync(script)}; receive`, {
      ...{ Webhook, Response, console: { log: () => {} } },
      process: { env: { WEBHOOK_SECRET: secret } },
    }),
  );
  const statusFor = async (sent: string) => {
    const request = new Request("https://a.example/", { method: "POST", headers, body: sent });
    return z.instanceof(Response).parse(await receive(request)).status;
  };
  expect(await statusFor(body)).toBe(200);
  expect(await statusFor(body.replace("deposit", "refund"))).toBe(400);
});

/** The cast is safe: the guide's example declares this function. */
function asReceiver(example: unknown): (request: Request) => Promise<unknown> {
  return example as (request: Request) => Promise<unknown>;
}
