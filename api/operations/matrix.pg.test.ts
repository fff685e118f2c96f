import { operatorScopes } from "@fairclick/core/operations/operators";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp({ config: { ipDataUrl: null } });
const { call, owner, addOperator } = app;

type Route = { method: string; path: string; access: string };

/** Every route below /api/admin with its declared access. */
function listAdminRoutes(): Route[] {
  const declared = z.object({ "x-access": z.string() });
  const document = app.app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "matrix", version: "1" },
  });
  return Object.entries(document.paths ?? {})
    .filter(([path]) => path.startsWith("/api/admin/"))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        access: declared.parse(operation)["x-access"],
      })),
    );
}

/** Fills the path with ids that do not exist, so that the request changes nothing. */
const somewhere = (path: string) =>
  path.replace(/\{\w+\}/g, "01900000-0000-7000-8000-000000000000");

const routes = listAdminRoutes();
const scopes = Object.keys(operatorScopes);
const { token: userToken } = await register(app);
const { token: everything } = await addOperator("All", scopes);
const { operatorId, token: nothing } = await addOperator("None", scopes);
await owner`update operator_tokens set scopes = '{}' where operator_id = ${operatorId}`;

async function statusFor({ method, path }: Route, token: string | null): Promise<number> {
  const json = method === "GET" ? {} : { json: {} };
  const { status } = await call(method, somewhere(path), { token, ...json });
  return status;
}

async function tokenWithAllBut(scope: string): Promise<string> {
  const others = scopes.filter((each) => each !== scope);
  return (await addOperator(`no ${scope.replace(":", " ")}`, others)).token;
}

it("covers all routes of the application", () => {
  expect(routes.length).toBeGreaterThan(20);
  const registered = app.app.routes
    .filter(({ path, method }) => path.startsWith("/api/admin/") && method !== "ALL")
    .map(({ path, method }) => `${method} ${path.replace(/:(\w+)/g, "{$1}").replace(/\/$/, "")}`);
  const known = routes.map(({ method, path }) => `${method} ${path.replace(/\/$/, "")}`);
  expect(new Set(registered)).toEqual(new Set(known));
});

/** Routes that need no scope: they return what the token itself may see. */
const scopeless = ["/api/admin/me", "/api/admin/me/sign-out", "/api/admin/todo"];

describe.each(routes)("$method $path ($access)", (route) => {
  it("answers 401 without a token and to users", async () => {
    expect(await statusFor(route, null)).toBe(401);
    expect(await statusFor(route, userToken)).toBe(401);
  });

  it("allows an operator with all scopes", async () => {
    // Signing out ends the token.
    const isSignOut = route.path.endsWith("/sign-out");
    const given = isSignOut ? await tokenWithAllBut("none") : everything;
    expect([200, 404, 409, 422]).toContain(await statusFor(route, given));
  });
});

describe.each(routes.filter(({ path }) => !scopeless.includes(path)))("$method $path", (route) => {
  const scope = route.access.replace("operator:", "");

  it(`answers 403 to an operator without the scope ${scope}`, async () => {
    expect(scopes).toContain(scope);
    expect(await statusFor(route, nothing)).toBe(403);
    expect(await statusFor(route, await tokenWithAllBut(scope))).toBe(403);
  });
});
