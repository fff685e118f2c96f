import { expect, it } from "vitest";
import { createTestApp } from "../testing/test-app";

const { call, app } = await createTestApp();

it("renders every operation as a page without scripts", async () => {
  const { status, text, headers } = await call("GET", "/docs");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(text).not.toMatch(/<script|\sstyle=|\son[a-z]+=|https?:\/\/[^ ]*\.(?:js|css)/);
  const { json } = await call("GET", "/api/openapi.json");
  const operations = Object.values<object>(json.paths).flatMap((methods) => Object.keys(methods));
  expect(text.match(/<details /g)).toHaveLength(operations.length);
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...text.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
});

it("has its own stylesheet", async () => {
  const { status, headers } = await call("GET", "/docs.css");
  expect([status, headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
});

it("is compressed for clients that accept gzip", async () => {
  const answer = await app.request(
    "/docs",
    { headers: { "accept-encoding": "gzip" } },
    { peerIp: "127.0.0.1" },
  );
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  const packed = new Uint8Array(await answer.arrayBuffer());
  expect(new TextDecoder().decode(Bun.gunzipSync(packed))).toContain("API reference");
});
