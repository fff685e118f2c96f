import { expect, it, vi } from "vitest";
import { createTestApp } from "./testing/test-app";

const { app, call } = await createTestApp();

/** Routes without a contract: the document, files and machine-readable endpoints. */
const undescribed = new Set([
  "GET /api/openapi.json",
  "GET /docs",
  "GET /docs/webhooks",
  "GET /docs.css",
  "GET /covers/:name",
  "GET /covers/drawn/:name",
  "GET /metrics",
  "GET /robots.txt",
  "GET /sitemap.xml",
  "GET /report",
  "GET /report/:link",
  "POST /report",
  "GET /*",
]);

/** Answered before the app, so the app has no route for them. */
const beforeTheApp = [
  "GET /api/clicks/redirect/:campaignId",
  "GET /r/:code",
  "GET /api/impressions/:campaignId.svg",
];

const routes = new Set(
  app.routes
    .filter((route) => route.method !== "ALL")
    .map((route) => `${route.method} ${route.path}`)
    .filter((route) => !undescribed.has(route)),
);

it("describes exactly the existing routes", async () => {
  const { json } = await call("GET", "/api/openapi.json");
  const described = Object.entries<Record<string, unknown>>(json.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
    ),
  );
  expect(described.sort()).toEqual([...routes, ...beforeTheApp].sort());
  expect(routes.size).toBeGreaterThan(15);
});

it("is written once for all who request it", async () => {
  const first = await call("GET", "/api/openapi.json");
  const stringify = vi.spyOn(JSON, "stringify");
  const second = await call("GET", "/api/openapi.json");
  const lengths = stringify.mock.results.map(({ value }) => String(value).length);
  stringify.mockRestore();
  expect(second.text).toBe(first.text);
  expect(second.headers.get("content-type")).toContain("application/json");
  expect(Math.max(0, ...lengths)).toBeLessThan(10_000);
});

it("states who may call each route", async () => {
  const { json } = await call("GET", "/api/openapi.json");
  for (const [path, methods] of Object.entries<Record<string, Operation>>(json.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method} ${path}`;
      expect(operation["x-access"], name).toMatch(
        /^(public|user(:proof)?|campaign|operator(:[a-z:-]+)?)$/,
      );
      expect(operation.summary, name).toBeTruthy();
      expect(operation.security, name).toEqual(
        operation["x-access"] === "public" ? [] : [{ bearer: [] }],
      );
      expect(operation.responses.default, name).toBeDefined();
    }
  }
});

type Operation = {
  "x-access"?: string;
  summary?: string;
  security?: unknown;
  tags?: string[];
  requestBody?: object;
  responses: Record<string, { description: string }>;
};

it("has a group and the errors of every operation", async () => {
  const { json } = await call("GET", "/api/openapi.json");
  const groups = json.tags.map(({ name }: { name: string }) => name);
  const wrong: string[] = [];
  for (const [path, methods] of Object.entries<Record<string, Operation>>(json.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { tags = [], requestBody, responses } = operation;
      const isComplete =
        groups.includes(tags[0]) &&
        responses.default &&
        (operation["x-access"] === "public" || responses[401]) &&
        (!requestBody || responses[422]);
      if (!isComplete) wrong.push(`${method} ${path}`);
    }
  }
  expect(wrong).toEqual([]);
});

it("answers 401 on every route that is not public", async () => {
  const { json } = await call("GET", "/api/openapi.json");
  const id = "00000000-0000-7000-8000-000000000000";
  for (const [path, methods] of Object.entries<Record<string, Operation>>(json.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation["x-access"] === "public") continue;
      const { status } = await call(method.toUpperCase(), path.replace(/\{\w+\}/g, id));
      expect(status, `${method} ${path}`).toBe(401);
    }
  }
});
