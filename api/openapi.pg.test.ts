import { expect, it } from "vitest";
import { createTestApp } from "./testing/test-app";

const { app, call } = await createTestApp();

/** Served beside the routes that describe themselves: the document, files and what machines read. */
const undescribed = new Set(["GET /api/openapi.json", "GET /metrics", "GET /robots.txt", "GET /*"]);

const routes = new Set(
  app.routes
    .filter((route) => route.method !== "ALL")
    .map((route) => `${route.method} ${route.path}`)
    .filter((route) => !undescribed.has(route)),
);

it("describes exactly the routes that there are", async () => {
  const { json } = await call("GET", "/api/openapi.json");
  const described = Object.entries<Record<string, unknown>>(json.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
    ),
  );
  expect(described.sort()).toEqual([...routes].sort());
  expect(routes.size).toBeGreaterThan(15);
});

it("says of every route who may call it", async () => {
  const { json } = await call("GET", "/api/openapi.json");
  for (const [path, methods] of Object.entries<Record<string, Operation>>(json.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method} ${path}`;
      expect(operation["x-access"], name).toMatch(/^(public|user|campaign|operator(:[a-z:-]+)?)$/);
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
  responses: Record<string, unknown>;
};

it("turns away everybody from every route that is not public", async () => {
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
