import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApi } from "@fairclick/api/start-api";
import { readConfig } from "@fairclick/services/config";
import { addCampaign, addUser } from "@fairclick/services/testing/marketplace";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { startWorker } from "@fairclick/worker/start-worker";
import { pino } from "pino";
import { afterAll, expect, it } from "vitest";

const { db, owner, url } = await createTestDatabase();
const dataDir = mkdtempSync(join(tmpdir(), "fairclick-trace-"));
const log = pino({ level: "silent" });

type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue: string } }[];
};
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
const received: string[] = [];
const collector = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async (request) => {
    expect(new URL(request.url).pathname).toBe("/v1/traces");
    received.push(await request.text());
    return Response.json({});
  },
});
const listSpans = () =>
  received.flatMap((text) => {
    const { resourceSpans }: Export = JSON.parse(text);
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });

const settings = (ratio: string) =>
  readConfig({
    ...{ DATABASE_URL: url, DATA_DIR: dataDir, PORT: "0", CLICK_WINDOW_SECONDS: "1" },
    ...{ IP_DATA_URL: "off", TRUSTED_PROXIES: "127.0.0.0/8" },
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
    OTEL_TRACES_SAMPLER_ARG: ratio,
  });
const worker = startWorker(settings("1"), log);
afterAll(async () => {
  await worker.stop();
  await collector.stop(true);
  rmSync(dataDir, { recursive: true });
});

const browser =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36";
const { id: campaignId } = await addCampaign(db);
const creatorId = await addUser(db);
await owner`
  insert into links (campaign_id, creator_id, code) values (${campaignId}, ${creatorId}, 'traced')`;

/** Follows the link from one address after another until it is enough. Returns the last click. */
async function visitUntil(ratio: string, isEnough: (visits: number) => boolean): Promise<string> {
  const api = startApi(settings(ratio), log);
  const url = `http://127.0.0.1:${api.port}/api/clicks/redirect/${campaignId}?userId=${creatorId}`;
  let [visits, id] = [0, ""];
  while (!isEnough(visits)) {
    visits += 1;
    const headers = {
      ...{ "x-forwarded-for": `81.7.${visits}.7`, "user-agent": browser },
      ...{ "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" },
    };
    const answer = await fetch(url, { redirect: "manual", headers });
    id = new URL(answer.headers.get("location") ?? "").searchParams.get("fc_click") ?? "";
    await Bun.sleep(300);
  }
  await api.stop();
  return id;
}

const listRedirects = () => listSpans().filter(({ name }) => name === "redirect");

it("shows one click from the redirect to the ledger by its id, and nothing about its visitor", async () => {
  // The first visitors come before the exporter is loaded.
  const id = await visitUntil("1", () => listRedirects().length > 0);
  const own = () => listSpans().filter(({ traceId }) => traceId === id.replaceAll("-", ""));
  await expect.poll(() => own().length).toBe(4);
  const chain = [];
  for (let parent: string | undefined; chain.length < 4; ) {
    const span = own().find(({ parentSpanId }) => (parentSpanId ?? "") === (parent ?? ""));
    if (!span) break;
    chain.push(span.name);
    parent = span.spanId;
  }
  expect(chain).toEqual(["redirect", "record-clicks", "settle", "ledger"]);
  const attributes = own().flatMap((span) =>
    span.attributes.map(({ key, value }) => [key, value.stringValue]),
  );
  const [paid] = await db.sql<{ transactionId: string; verdict: string }[]>`
    select clicks.transaction_id, verdict from clicks where id = ${id}`;
  expect(Object.fromEntries(attributes)).toEqual({
    "fairclick.campaign": campaignId,
    "fairclick.verdict": "valid",
    "fairclick.transaction": paid?.transactionId,
  });
  for (const word of [creatorId, "81.7.", "Chrome", "traced"]) {
    expect(received.join()).not.toContain(word);
  }
});

it("traces the sampled share of clicks alone, and nothing without the setting", async () => {
  const before = listRedirects().length;
  await visitUntil("0", (visits) => visits === 5);
  expect(listRedirects()).toHaveLength(before);
  const off = readConfig({ DATABASE_URL: url });
  expect(off.tracing).toBeNull();
});
