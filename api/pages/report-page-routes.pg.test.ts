import { expect, it } from "vitest";
import { launch } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const ask = (path: string, init: RequestInit = {}, ip = "192.0.2.1") =>
  app.app.fetch(new Request(`http://localhost${path}`, init), { peerIp: ip });
const send = (fields: Record<string, string>, headers = {}, ip = "192.0.2.1") =>
  ask("/report", { method: "POST", body: new URLSearchParams(fields), headers }, ip);
const countReports = async () => {
  const [row] = await app.owner`select count(*)::int as count from link_reports`;
  return row?.count;
};

it("shows a form for a link, without script and with its own style", async () => {
  const answer = await ask("/report/abcd2345");
  const text = await answer.text();
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(text).toContain('name="link" value="abcd2345"');
  expect(text).toContain('action="/report"');
  expect(text).not.toContain("<script");
  const policy = answer.headers.get("content-security-policy");
  expect(policy).toMatch(/default-src 'none'; style-src 'unsafe-inline'; form-action 'self'/);
  expect(answer.headers.get("x-frame-options")).toBe("DENY");
});

it.each([
  "/report/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E",
  "/report/You%20have%20won%20call%20555",
  "/report/abcd2345?userId=%3Cscript%3E",
  "/report",
])("repeats nothing of %s but links", async (path) => {
  const answer = await ask(path);
  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(text).toContain('name="link" value=""');
  expect(text).not.toMatch(/alert\(|<script|You have won/);
});

it("keeps what was typed when something is missing, escaped", async () => {
  const { id } = await launch(app);
  const missing = await send({ link: id, text: `It's <b>bad</b> & "mean"` });
  const text = await missing.text();
  expect(missing.status).toBe(422);
  expect(text).toContain('role="alert">Please choose what is wrong');
  expect(text).toContain("&lt;b&gt;bad&lt;/b&gt; &amp; &quot;mean&quot;</textarea>");
  expect(text).toContain(`value="${id}"`);
  const foreign = await send({ link: "https://game.example/", reason: "hate", text: "" });
  const shown = await foreign.text();
  expect([foreign.status, shown]).toEqual([422, expect.stringContaining("no link of Fairclick")]);
  expect(shown).toContain('value="hate" required checked');
  expect((await send({ link: id, reason: "scam", text: "\u202eevil" })).status).toBe(422);
  expect((await send({ link: id, reason: "scam", text: "x".repeat(501) })).status).toBe(422);
  expect((await send({ link: id, reason: "scam", text: "x".repeat(70_000) })).status).toBe(413);
  expect((await ask("/report", { method: "POST" })).status).toBe(422);
  expect(await countReports()).toBe(0);
});

it("says the same for links that exist and others, and counts a person once", async () => {
  const { id } = await launch(app);
  const fields = { link: id, reason: "scam", text: "" };
  const known = await send(fields);
  const again = await send(fields);
  const unknown = await send({ ...fields, link: "zzzz9999" });
  const texts = await Promise.all([known, again, unknown].map((answer) => answer.text()));
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain("Thank you");
  expect(await countReports()).toBe(1);
});

it("refuses reports that another website sends through its visitors' browsers", async () => {
  const { id } = await launch(app);
  const before = await countReports();
  const fields = { link: id, reason: "scam", text: "" };
  const foreign = await send(fields, { "sec-fetch-site": "cross-site" }, "198.51.100.7");
  expect(foreign.status).toBe(403);
  expect(await countReports()).toBe(before);
  const own = await send(fields, { "sec-fetch-site": "same-origin" }, "198.51.100.7");
  expect([own.status, await countReports()]).toEqual([200, before + 1]);
});

it("limits one address, and keeps what was typed", async () => {
  const fields = { link: "zzzz9999", reason: "other", text: "So much." };
  const statuses = new Set<number>();
  let last = "";
  for (let count = 0; count <= 60; count += 1) {
    const answer = await send(fields, {}, "203.0.113.9");
    statuses.add(answer.status);
    last = await answer.text();
  }
  expect([...statuses]).toEqual([200, 429]);
  expect(last).toContain("So much.</textarea>");
  expect((await send(fields, {}, "203.0.113.10")).status).toBe(200);
});
