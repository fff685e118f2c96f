import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { launch } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const webDist = await mkdtemp(join(tmpdir(), "campaign-page-"));
const html = '<!doctype html><title>Fairclick</title><meta name="description" content="x"><p>App';
await writeFile(join(webDist, "index.html"), html);
const app = await createTestApp({ config: { webDist } });
const { call, owner, db } = app;

async function read(id: string) {
  const { status, text } = await call("GET", `/campaigns/${id}`, { headers: { accept: "*/*" } });
  const tag = (name: string) =>
    new RegExp(`(?:name|property|rel)="${name}" (?:content|href)="([^"]*)"`).exec(text)?.[1];
  return { status, text, tag, title: /<title>(.*?)<\/title>/.exec(text)?.[1] };
}

it("tells link previews what a campaign pays, with its texts as text", async () => {
  const { id } = await launch(app, {
    name: `Tower "of" <b>Fun</b>`,
    description: `Climb.\n"><script>alert(1)</script> ${"high ".repeat(100)}`,
  });
  const { status, text, tag, title } = await read(id.toUpperCase());
  expect(status).toBe(200);
  expect(title).toBe(
    "Tower &quot;of&quot; &lt;b&gt;Fun&lt;/b&gt;: $1.50 per 1,000 clicks · Fairclick",
  );
  expect(tag("og:title")).toBe(title);
  const description = tag("og:description") ?? "";
  expect(description).toMatch(/^Creators earn \$1\.50 per 1,000 valid clicks\. Climb\. &quot;&gt;/);
  expect(description.length).toBeLessThan(260);
  expect(tag("og:image")).toMatch(/^http:\/\/localhost:3000\/covers\/drawn\/tf-obby-\d+\.png$/);
  expect(tag("canonical")).toBe(`http://localhost:3000/campaigns/${id}`);
  expect(text).not.toContain("<script>");
  expect(text.endsWith("<p>App")).toBe(true);
});

const now = new Date();
const waiting = { forced_pause_by: "review", forced_pause_at: now, forced_pause_reason: "New" };

it.each([
  ["waits for review", { ...waiting, paused_at: now }],
  ["was stopped", { disabled_at: now }],
  ["was paused", { paused_at: now }],
  ["was never funded", { funded_at: null }],
])("does not advertise a campaign that %s", async (_state, change) => {
  const { id } = await launch(app, { name: "Secret plan", description: "Free coins" });
  await owner`update campaigns set ${owner(change)} where id = ${id}`;
  const page = await call("GET", `/campaigns/${id}`, { headers: { accept: "text/html" } });
  expect([page.status, page.text.includes("Secret"), page.text.includes("coins")]).toEqual([
    200,
    false,
    false,
  ]);
  expect(page.text).toContain('name="robots" content="noindex"');
});

it("answers unknown and malformed addresses without a query of a stranger's text", async () => {
  for (const id of [
    "unknown",
    crypto.randomUUID(),
    "%27;drop table users",
    `${crypto.randomUUID()}/x`,
  ]) {
    const page = await call("GET", `/campaigns/${id}`, { headers: { accept: "text/html" } });
    expect([page.status, page.text.includes("<title>Fairclick</title>")], id).toEqual([200, true]);
  }
});

it("still opens while the database is down", async () => {
  const { id } = await launch(app, {});
  await db.end();
  const page = await call("GET", `/campaigns/${id}`, { headers: { accept: "text/html" } });
  expect([page.status, page.text.endsWith("<p>App")]).toEqual([200, true]);
});
