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
  ])("marks whoever asks for it by %s, and answers a plain page", async (method, ip) => {
    const { status, headers, text } = await call(method, "/api/clicks/trap/archive", { ip });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("text/html");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(text).toContain("Nothing in the archive");
    expect(await isMarked(ip)).toBe(true);
  });

  it.each([
    ["a browser that loads ahead", "81.2.69.3", { "sec-purpose": "prefetch" }],
    ["visitors of another site that embeds it", "81.2.69.4", { "sec-fetch-site": "cross-site" }],
  ])("does not mark %s", async (_who, ip, headers) => {
    expect((await call("GET", "/api/clicks/trap/archive", { ip, headers })).status).toBe(200);
    expect(await isMarked(ip)).toBe(false);
  });

  it("shows nothing of the request", async () => {
    const { text } = await call("GET", "/api/clicks/trap/%3Cscript%3E", { ip: "81.2.69.5" });
    expect(text).not.toContain("script");
  });

  it("marks whoever fills in the field that people do not see", async () => {
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
