import { type Context, Hono } from "hono";
import type { SchemaSet } from "../schema/stripe-schemas";
import { newId } from "../world/ids";
import type { World } from "../world/world";
import { answerCall, type IncomingCall, type Outcome } from "./answer-call";
import { ApiError, errorBody } from "./api-error";
import { authenticate } from "./authenticate";
import { cutConnection } from "./cut-connection";
import { readForm } from "./form";
import { getHandler, isForAccounts } from "./get-handler";
import { handlers } from "./handlers";
import { readParams } from "./read-params";
import type { LoggedRequest, RequestLog } from "./request-log";

export type ApiDeps = {
  world: World;
  schemas: SchemaSet;
  log: RequestLog;
};

/** Serves Stripe's API under `/v1`: one route per call of the contract. */
export function createApi(deps: ApiDeps): Hono {
  const api = new Hono();
  for (const call of Object.keys(handlers)) {
    const [method = "", path = ""] = call.split(" ");
    api.on(method, path, (c) => respond(c, deps, call));
  }
  api.all("/v1/*", (c) => respond(c, deps, null));
  return api;
}

async function respond(c: Context, deps: ApiDeps, call: string | null): Promise<Response> {
  const requestId = newId("req", 14);
  const text = await formText(c);
  const logged = deps.log.add(describe(c, requestId, text));
  try {
    const outcome = await answerCall(deps.world, readCall(c, deps, { call, requestId, text }));
    logged.status = outcome.cut ? null : outcome.status;
    return outcome.cut ? cutConnection(outcome.cut, c.req.raw.signal) : send(c, requestId, outcome);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    logged.status = error.fields.status;
    return send(c, requestId, {
      status: error.fields.status,
      body: errorBody(error.fields, requestId),
    });
  }
}

function readCall(
  c: Context,
  { world, schemas }: ApiDeps,
  { call, requestId, text }: { call: string | null; requestId: string; text: string },
): IncomingCall {
  authenticate(c.req.header("authorization"), world.settings);
  const account = c.req.header("stripe-account") ?? null;
  if (call === null) throw unknownUrl(c);
  if (account !== null && !isForAccounts(call)) throw notForAccounts(call);
  const params = readParams(schemas, call, readForm(new URLSearchParams(text)));
  return {
    call,
    path: c.req.path,
    id: c.req.param("id") ?? "",
    account,
    params,
    requestId,
    key: c.req.header("idempotency-key") ?? null,
    fingerprint: text,
    handle: getHandler(call),
  };
}

async function formText(c: Context): Promise<string> {
  const query = new URL(c.req.url).search.slice(1);
  return c.req.method === "POST" ? await c.req.text() : query;
}

function describe(c: Context, id: string, text: string): LoggedRequest {
  return {
    at: new Date().toISOString(),
    id,
    method: c.req.method,
    path: c.req.path,
    params: readForm(new URLSearchParams(text)),
    account: c.req.header("stripe-account") ?? null,
    idempotencyKey: c.req.header("idempotency-key") ?? null,
    apiVersion: c.req.header("stripe-version") ?? null,
    status: null,
  };
}

function send(c: Context, requestId: string, outcome: Outcome): Response {
  const key = c.req.header("idempotency-key");
  const version = c.req.header("stripe-version");
  return Response.json(outcome.body, {
    status: outcome.status,
    headers: {
      "request-id": requestId,
      ...(version && { "stripe-version": version }),
      ...(key && { "idempotency-key": key }),
      ...(outcome.replayOf && {
        "idempotent-replayed": "true",
        "original-request": outcome.replayOf,
      }),
    },
  });
}

function unknownUrl(c: Context): ApiError {
  return new ApiError({
    status: 404,
    type: "invalid_request_error",
    message: `Unrecognized request URL (${c.req.method}: ${c.req.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}

function notForAccounts(call: string): ApiError {
  return new ApiError({
    status: 400,
    type: "invalid_request_error",
    code: "stand_in_not_modelled",
    message: `Stripe's stand-in does not model ${call} for a connected account.`,
  });
}
