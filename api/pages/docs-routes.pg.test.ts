import { expect, it } from "vitest";
import { createTestApp } from "../testing/test-app";

const { call } = await createTestApp();

it("serves the reference as a page that loads nothing from other hosts", async () => {
  const { status, text, headers } = await call("GET", "/docs");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(text).not.toMatch(/\sstyle=|\son[a-z]+=|https?:/);
  const sources = [...text.matchAll(/<script (.*?)>/g)].map(([, attributes]) => attributes);
  expect(sources).toEqual([
    expect.stringContaining('type="application/json" data-url="/api/openapi.json"'),
    'src="/docs/scalar.js"',
  ]);
});
