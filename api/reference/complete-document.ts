import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { AppEnv } from "../app-env";
import type { Access } from "../router";

type Content = Record<string, { schema: object }>;
type Answer = { description: string; content?: Content };
export type Operation = {
  summary: string;
  description?: string;
  access?: unknown;
  tags?: string[];
  "x-access": Access;
  "x-key-scope"?: string;
  keyScope?: unknown;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Content };
  responses: Record<string, Answer>;
};
export type Paths = Record<string, Record<string, Operation>>;

/** Adds the group, who may call it, and the errors to every operation, in place. */
export function completeDocument(paths: Paths): void {
  stripPatternFlags(paths);
  for (const [path, operations] of Object.entries(paths)) {
    for (const operation of Object.values(operations)) {
      delete operation.access;
      delete operation.keyScope;
      operation.tags = [findGroup(path)];
      const { description } = operation;
      operation.description = [describeCaller(operation), description].filter(Boolean).join("\n\n");
      operation.responses = { ...operation.responses, ...describeErrors(path, operation) };
    }
  }
}

const callers: Record<string, string> = {
  public: "Anybody",
  user: "Signed-in users",
  "user:proof": "Signed-in users who signed in or proved their identity within ten minutes",
  campaign: "A campaign's API key",
  operator: "Operators",
};

function describeCaller({ "x-access": access, "x-key-scope": scope }: Operation): string {
  const caller = callers[access] ?? `Operators with the scope ${access.slice("operator:".length)}`;
  if (access !== "user" || scope === undefined) return `For: ${caller}.`;
  return scope === "none"
    ? `For: ${caller}; no API keys.`
    : `For: ${caller}, and API keys with the scope \`${scope}\`.`;
}

/** Removes the regex flags from `pattern`: JSON Schema allows none. */
function stripPatternFlags(node: unknown): void {
  if (node === null || typeof node !== "object") return;
  if ("pattern" in node && typeof node.pattern === "string") {
    node.pattern = node.pattern.replace(/\/u$/, "");
  }
  for (const child of Object.values(node)) stripPatternFlags(child);
}

/** The groups of operations in their order. */
export const tags = [
  "Conversions",
  "Links in use",
  "Your programs",
  "Campaigns",
  "A creator's links",
  "Signing in",
  "Account",
  "Payments",
  "Rules",
  "Running it",
  "Operators",
].map((name) => ({ name }));

const groups: Record<string, string> = {
  admin: "Operators",
  auth: "Signing in",
  campaigns: "Campaigns",
  clicks: "Links in use",
  conversions: "Conversions",
  events: "Account",
  impressions: "Links in use",
  keys: "Your programs",
  links: "A creator's links",
  policy: "Rules",
  stripe: "Payments",
  users: "Account",
  wallet: "Payments",
  webhooks: "Your programs",
};

function findGroup(path: string): string {
  if (path.startsWith("/r/")) return "Links in use";
  const [, , noun = ""] = path.split("/");
  if (
    noun !== "admin" &&
    noun !== "keys" &&
    noun !== "events" &&
    /\/(?:keys|events|conversions)\b/.test(path)
  )
    return "Conversions";
  return groups[noun] ?? "Running it";
}

/** Returns the error responses that the operation does not describe itself. */
function describeErrors(path: string, operation: Operation): Record<string, Answer> {
  const { "x-access": access, parameters = [], requestBody } = operation;
  const errors: Record<string, string> = {};
  if (access !== "public") errors[401] = "No token, or an invalid one";
  if (access === "user:proof") {
    errors[403] =
      "No proof of identity in this session within ten minutes: `POST /api/auth/proof` first";
  } else if (access === "user" && path.includes("{")) {
    errors[403] = "It belongs to another user";
  } else if (access.startsWith("operator:")) {
    errors[403] = "The token does not have the scope";
  }
  if (path.includes("{") && access !== "public") errors[404] = "Not found";
  if (requestBody || parameters.some((parameter) => parameter.in === "query")) {
    errors[422] = "The request is not valid";
  }
  if (access === "campaign") {
    errors[429] = "Too many requests with this key; `retry-after` says when to retry";
  }
  errors.default = "Any other error; `message` says why";
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([status]) => operation.responses[status] === undefined)
      .map(([status, description]) => [status, { description, content }]),
  );
}

const ofLink = {
  params: z.object({ campaignId: z.string() }),
  query: z.object({ userId: z.string() }),
};
const text = { schema: { type: "string" } } as const;
const everybody = { "x-access": "public", "x-limit": "visitor", security: [] };
const page = (description: string) => ({
  description,
  content: { "text/html": text },
});

const sent = {
  302: { description: "Redirects to the game, with the click's id in the URL" },
  404: page("Unknown link"),
  410: page("The link is disabled"),
  503: page("Temporarily unavailable, or a prefetch"),
};

/** Describes redirects and impressions, which are answered before the app. */
export function describeBeforeTheApp({ openAPIRegistry }: OpenAPIHono<AppEnv>): void {
  openAPIRegistry.registerPath({
    method: "get",
    path: "/api/clicks/redirect/{campaignId}",
    summary: "Follow a creator's link to the game",
    request: ofLink,
    responses: sent,
    ...everybody,
  });
  openAPIRegistry.registerPath({
    method: "get",
    path: "/r/{code}",
    summary: "Follow a creator's link by its short code",
    request: { params: z.object({ code: z.string() }) },
    responses: sent,
    ...everybody,
  });
  openAPIRegistry.registerPath({
    method: "get",
    path: "/api/impressions/{campaignId}.svg",
    summary:
      "Get the banner of a creator's link, and count an impression; empty for an unknown link",
    request: ofLink,
    responses: {
      200: { description: "The image", content: { "image/svg+xml": text } },
      304: { description: "Not modified; the impression is counted" },
    },
    ...everybody,
  });
}
