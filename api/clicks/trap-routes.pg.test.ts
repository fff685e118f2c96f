import { describe, expect, it } from "vitest";
import { createTestApp } from "../testing/test-app";

const { call, db } = await createTestApp();

async function isMarked(ip: string): Promise<boolean> {
  const rows = await db.sql`select from honeypot_marks where kind = 'ip' and key = ${ip}`;
  return rows.length > 0;
}

describe("the honeypot", () => {
  it.each([
    ["GET", "81.2.69.1"],
    ["POST", "81.2.69.2"],
  ])("marks a visitor who requests it by %s, and answers a plain page", async (method, ip) => {
    const { status, headers, text } = await call(method, "/api/clicks/trap/archive", { ip });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("text/html");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(text).toContain("Nothing in the archive");
    expect(await isMarked(ip)).toBe(true);
  });

  it.each([
    ["a browser that loads ahead", "81.2.69.3", { "sec-purpose": "prefetch" }],
    ["who follows a link of another site", "81.2.69.4", { "sec-fetch-site": "cross-site" }],
    ["who types or pastes the address", "81.2.69.7", { "sec-fetch-site": "none" }],
    [
      "visitors of a page that shows it as a picture",
      "81.2.69.8",
      { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" },
    ],
    [
      "visitors of our page where somebody has put it as a picture",
      "81.2.69.9",
      { "sec-fetch-site": "same-origin", "sec-fetch-dest": "image" },
    ],
    ["an old browser on another site", "81.2.69.10", { referer: "https://evil.example/page" }],
    ["an old browser that posts a form there", "81.2.69.11", { origin: "null" }],
  ])("does not mark %s", async (_who, ip, headers) => {
    expect((await call("GET", "/api/clicks/trap/archive", { ip, headers })).status).toBe(200);
    expect(await isMarked(ip)).toBe(false);
  });

  it.each([
    [
      "of our pages",
      "81.2.69.12",
      { "sec-fetch-site": "same-origin", "sec-fetch-dest": "document" },
    ],
    ["of a page of the same site", "81.2.69.13", { "sec-fetch-site": "same-site" }],
    ["by a script", "81.2.69.14", { "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty" }],
    ["without a browser's headers", "81.2.69.15", { referer: "http://localhost:3000/campaigns" }],
  ])("marks a program that follows the link %s", async (_how, ip, headers) => {
    expect((await call("GET", "/api/clicks/trap/archive", { ip, headers })).status).toBe(200);
    expect(await isMarked(ip)).toBe(true);
  });

  it("logs little for an address that floods it, for any names", async () => {
    const count = async () => {
      const [row] = await db.sql`select count(*)::int as marks from honeypot_marks`;
      return row?.marks;
    };
    const before = await count();
    for (let n = 0; n < 200; n += 1) {
      const ip = `2a01:4f8:7:1::${n.toString(16)}`;
      const headers = { "user-agent": `program ${n}` };
      expect((await call("GET", "/api/clicks/trap/archive", { ip, headers })).status).toBe(200);
    }
    expect((await count()) - before).toBeLessThanOrEqual(2 * 10);
  });

  it("shows nothing of the request", async () => {
    const { text } = await call("GET", "/api/clicks/trap/%3Cscript%3E", { ip: "81.2.69.5" });
    expect(text).not.toContain("script");
  });

  it("marks a visitor who fills in the hidden field", async () => {
    const ip = "81.2.69.6";
    const json = {
      username: "Robot",
      email: "robot@example.test",
      password: "long enough",
      website: "https://spam.example",
    };
    expect((await call("POST", "/api/auth/register", { ip, json })).status).toBe(422);
    expect(await isMarked(ip)).toBe(true);
  });
});
