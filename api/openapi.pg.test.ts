import { computePercent } from "@fairclick/core/conversions/retention";
import { expect, it } from "vitest";
import { examples } from "./reference/complete-document";
import { createTestApp } from "./testing/test-app";
import { createValidator } from "./testing/validate-document";

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
  "GET /api/impressions/:campaignId.gif",
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

type Media = { schema: object; example?: unknown };
type Content = { content?: Record<string, Media> };
type Operation = {
  "x-access"?: string;
  summary?: string;
  security?: unknown;
  tags?: string[];
  parameters?: { name: string; schema: object; example?: unknown }[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
};

it("has a valid example for every parameter, body, response and error", async () => {
  const { json } = await call("GET", "/api/openapi.json");
  const { problems } = createValidator(json);
  const wrong: string[] = [];
  for (const [path, methods] of Object.entries<Record<string, Operation>>(json.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { parameters = [], requestBody, responses } = operation;
      const name = `${method} ${path}`;
      const errors = Object.keys(responses).filter((status) => Number(status) >= 400);
      const isComplete =
        operation.tags?.[0] &&
        responses.default &&
        (operation["x-access"] === "public" || errors.includes("401")) &&
        (!requestBody || errors.includes("422"));
      if (!isComplete) wrong.push(`${name}: a group or an error is missing`);
      const said = [
        ...parameters.map((parameter) => ({ part: parameter.name, ...parameter })),
        ...Object.entries({ body: requestBody, ...responses }).flatMap(([part, content]) =>
          Object.values(content?.content ?? {}).map((media) => ({ part, ...media })),
        ),
      ];
      for (const { part, schema, example } of said) {
        const found = example === undefined ? ["no example"] : problems(schema, example);
        if (found.length > 0) wrong.push(`${name}: ${part}: ${found.join(", ")}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

it("has examples that form one consistent story", async () => {
  const { json } = await call("GET", "/api/openapi.json");
  const wrong: string[] = [];
  const names: string[] = [];
  for (const [path, methods] of Object.entries<Record<string, Operation>>(json.paths)) {
    for (const [method, { parameters = [], requestBody, responses }] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      names.push(name);
      const answers = Object.entries(responses).flatMap(([status, answer]) =>
        Number(status) < 300 ? [answer] : [],
      );
      const media = [requestBody, ...answers].flatMap((each) => Object.values(each?.content ?? {}));
      for (const { example } of [...parameters, ...media]) {
        wrong.push(...whatDoesNotFit(example).map((what) => `${name}: ${what}`));
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(Object.keys(examples).filter((name) => !names.includes(name))).toEqual([]);
});

/** Placeholder values that a schema alone produces, and contradicting figures. */
function whatDoesNotFit(example: unknown): string[] {
  if (example === "text" || example === 12 || example === 4.5) return [`${example} is made up`];
  if (typeof example !== "object" || example === null) return [];
  const fields = new Map(Object.entries(example));
  const number = (field: string) => Number(fields.get(field));
  const wrong = [...fields.values()].flatMap(whatDoesNotFit);
  if (fields.has("pending") && fields.has("unpaid") && fields.has("total")) {
    const parts = ["pending", "valid", "invalid", "held", "unpaid"].map(number);
    if (parts.reduce((sum, part) => sum + part) !== number("total")) wrong.push("total");
  }
  const fits = (share: string, part: string, whole: string) => {
    if (typeof fields.get(share) !== "number" || !fields.has(part) || !fields.has(whole)) return;
    if (computePercent(number(part), number(whole)) !== number(share)) wrong.push(share);
  };
  fits("ctr", "totalClicks", "impressions");
  fits("conversionRate", "conversions", "validClicks");
  fits("percent", "returned", "arrived");
  if (fields.has("spend") && fields.has("valid")) {
    if (Math.round(number("spend") * 1e6) !== number("valid") * 1_500) wrong.push("spend");
  }
  return wrong;
}

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
