import { type Client, createClient } from "@fairclick/api/client";
import { AppError, type ErrorCode } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { type ErrorResponse, errorResponseSchema } from "@fairclick/core/schemas";
import type { Command } from "commander";
import type { ClientResponse } from "hono/client";
import { z } from "zod";
import { CliError, exitCodes, targetInput } from "./failures";
import type { Env, Host } from "./host";
import { findTarget, type Target, type TargetOptions } from "./target";

const ANSWER_MS = 15_000;
/** Timeout of long-running requests. Bun itself aborts a request after five minutes. */
export const LONG_WORK_MS = 240_000;

type CallOptions = {
  /** Longest time without data. */
  limitMs?: number;
  /** The call changes nothing, although its method is not GET. */
  isReading?: true;
};

export type Api = Target & {
  /**
   * Makes one call and returns the response body. Throws an `AppError` if the API refuses, and
   * `unavailable` if no data arrives for `limitMs` (default 15 seconds). Errors that `request` itself
   * throws before it sends anything are not changed.
   */
  call: <Body>(
    request: (client: Client) => Promise<ClientResponse<Body>>,
    options?: CallOptions,
  ) => Promise<Body>;
};

type Connection = {
  /** Overrides every limit. */
  timeoutMs?: number | null;
  /** Looks the target up again if the API rejects the token. */
  findAgain?: () => Target;
};

export function openApi(host: { env: Env }, options: TargetOptions): Api {
  const find = () => findTarget(host.env, options);
  return connectTo(find(), { timeoutMs: readTimeout(host.env), findAgain: find });
}

export async function readData<Data>(
  host: { env: Env },
  options: TargetOptions,
  request: (client: Client) => Promise<ClientResponse<{ data: Data }>>,
): Promise<Data> {
  return (await openApi(host, options).call(request)).data;
}

export function connectTo(target: Target, { timeoutMs, findAgain }: Connection = {}): Api {
  const { api } = target;
  let { token } = target;
  return {
    ...target,
    call: async (request, { limitMs = ANSWER_MS, isReading = false } = {}) => {
      const send = () =>
        sendOnce(request, { api, token, limitMs: timeoutMs ?? limitMs, isReading });
      const response = await send();
      if (response.status !== 401 || !findAgain) return readAnswer(response, api);
      // The person may have signed in again in another window.
      const renewed = findAgain();
      if (renewed.api !== api || renewed.token === token) return readAnswer(response, api);
      token = renewed.token;
      return readAnswer(await send(), api);
    },
  };
}

/** Like `openApi`, for a target that is already known. */
export function connectWith(env: Env, target: Target): Api {
  return connectTo(target, { timeoutMs: readTimeout(env) });
}

/** Returns FAIRCLICK_TIMEOUT in milliseconds, or null if it is not set. Throws if it is not a number of seconds. */
function readTimeout(env: Env): number | null {
  const text = env.FAIRCLICK_TIMEOUT;
  if (!text) return null;
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 86_400) return seconds * 1_000;
  throw new CliError(
    "validation",
    `FAIRCLICK_TIMEOUT is "${text}", which is not a number of seconds.`,
    "Set it to a number such as 60, or unset it.",
  );
}

type Sending = { api: string; token: string | null; limitMs: number; isReading: boolean };

async function sendOnce<Body>(
  request: (client: Client) => Promise<ClientResponse<Body>>,
  { api, token, limitMs, isReading }: Sending,
): Promise<ClientResponse<Body>> {
  const fetchLimited = limitSilence(limitMs);
  let sent: RequestInit | null = null;
  const client = createClient(api, {
    token: () => token,
    fetch: (...[input, init]: Parameters<typeof fetch>) => {
      sent = init ?? {};
      return fetchLimited(input, init);
    },
  });
  try {
    return await request(client);
  } catch (error) {
    if (!sent) throw describeUnsent(error);
    throw await explainSilence({ api, error, isChange: !isReading && changesSomething(sent) });
  }
}

/** Nothing was sent: what the person gave does not fit the call. */
function describeUnsent(error: unknown): unknown {
  if (!(error instanceof z.ZodError)) return error;
  const [issue] = error.issues;
  return new AppError("validation", `${issue?.path.join(".")}: ${issue?.message}`);
}

/** A preview (`dryRun`) changes nothing. */
function changesSomething({ method = "GET", body }: RequestInit): boolean {
  return method !== "GET" && !(typeof body === "string" && body.includes('"dryRun":true'));
}

/** Returns the body of a successful response. The cast is safe: `Body` is the API's own type of it. */
async function readAnswer<Body>(response: ClientResponse<Body>, api: string): Promise<Body> {
  const { ok, status } = response;
  const body: unknown = await response.json().catch(() => null);
  if (ok && successSchema.safeParse(body).success) return body as Body;
  const refusal = errorResponseSchema.safeParse(body);
  if (refusal.success && isErrorCode(refusal.data.code)) {
    throw new AppError(refusal.data.code, nameField(refusal.data));
  }
  if (status >= 500) {
    throw new CliError(
      "unavailable",
      `The server at ${api} failed with HTTP ${status}.`,
      "The server or a proxy in front of it may be down. Try again in a moment.",
    );
  }
  throw new CliError(
    "unavailable",
    `The server at ${api} is not Fairclick (HTTP ${status}).`,
    "Check the address and any proxy in between.",
  );
}

const successSchema = z.object({ status: z.literal("success") });

/** Zod's own messages do not say which field is wrong. */
function nameField({ message, issues = [] }: ErrorResponse): string {
  const path = issues[0]?.path;
  return path && message.startsWith("Invalid ") ? `${path}: ${message}` : message;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(exitCodes, code);
}

const HEALTH_MS = 5_000;

const readinessSchema = z.object({
  parts: z.record(z.string(), z.object({ ok: z.boolean() })),
});

type Failed = { api: string; error: unknown; isChange: boolean };

/**
 * Finds out why a request got no response: the server is down, its database is down, or it is still
 * busy. `isChange` is true if the request may have changed something. Queries `/healthz` and `/readyz`. Never throws.
 */
async function explainSilence({ api, error, isChange }: Failed): Promise<CliError> {
  const [isAlive, readiness] = await Promise.all([
    tryFetch(`${api}/healthz`).then((answer) => answer?.ok === true),
    tryFetch(`${api}/readyz`).then((answer) => answer?.json().catch(() => null)),
  ]);
  const unknown =
    isChange && !wasNeverSent(error)
      ? " It is unknown whether the change was made: check before you repeat it."
      : "";
  const waited =
    error instanceof SilenceError ? `${error.limitMs / 1_000} s` : failureReason(error);
  if (!isAlive) return explainAbsence({ api, error, unknown });
  const parts = readinessSchema.safeParse(readiness).data?.parts ?? {};
  if (parts.database?.ok === false) {
    return new CliError(
      "unavailable",
      `The server at ${api} answers, but its database does not (${waited}).${unknown}`,
      "Check Postgres; `fairclick doctor` on the server shows details.",
    );
  }
  return new CliError(
    "unavailable",
    `The server at ${api} is up, but has not answered this request (${waited}).${unknown}`,
    "It may be busy. FAIRCLICK_TIMEOUT sets how many seconds to wait.",
  );
}

type Absent = { api: string; error: unknown; unknown: string };

function explainAbsence({ api, error, unknown }: Absent): CliError {
  if (error instanceof SilenceError) {
    return new CliError(
      "unavailable",
      `The server at ${api} does not answer: waited ${error.limitMs / 1_000} s.${unknown}`,
      "It may be stopped or overloaded; FAIRCLICK_TIMEOUT sets how many seconds to wait.",
    );
  }
  return new CliError(
    "unavailable",
    `Nothing answers at ${api} (${failureReason(error)}).${unknown}`,
    "Check the address; `bun start` starts a marketplace here.",
  );
}

/** Whether there was no connection at all, so the server has received nothing. */
function wasNeverSent(error: unknown): boolean {
  return ["ECONNREFUSED", "ConnectionRefused", "ENOTFOUND"].includes(failureReason(error));
}

async function tryFetch(url: string): Promise<Response | null> {
  return fetch(url, { signal: AbortSignal.timeout(HEALTH_MS) }).catch(() => null);
}

function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.message;
}

/** Thrown if no data arrives within the limit. */
class SilenceError extends Error {
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`no data for ${limitMs / 1_000} s`);
    this.name = "SilenceError";
    this.limitMs = limitMs;
  }
}

/**
 * Returns a `fetch` that throws `SilenceError` if no data arrives for `limitMs`. The limit starts
 * again with each chunk, so a long response is fine while it keeps arriving.
 */
function limitSilence(limitMs: number): typeof globalThis.fetch {
  const limited = async (...[input, init]: Parameters<typeof globalThis.fetch>) => {
    const controller = new AbortController();
    const abort = () => controller.abort(new SilenceError(limitMs));
    let timer = setTimeout(abort, limitMs);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(abort, limitMs);
    };
    try {
      const response = await fetch(input, { ...init, signal: controller.signal });
      const { status, headers } = response;
      if (!response.body) return response;
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for await (const part of response.body) {
        restart();
        parts.push(part);
      }
      return new Response(new Blob(parts), { status, headers });
    } catch (error) {
      throw controller.signal.aborted ? controller.signal.reason : error;
    } finally {
      clearTimeout(timer);
    }
  };
  return Object.assign(limited, { preconnect: fetch.preconnect });
}

type AdminInput = { path: string; param?: object; query?: object; json?: object };

/**
 * Calls a route of operators by its path: `users/:user`. The cast holds because a client of `hc` sends what
 * it is called by, and the route answers with the schemas of its resource.
 */
export function callAdmin<Body>(
  { api }: Client,
  method: "$get" | "$post",
  { path, ...input }: AdminInput,
): Promise<ClientResponse<Body>> {
  const route = path.split("/").reduce<object>((node, part) => Reflect.get(node, part), api.admin);
  return Reflect.get(route, method)(input);
}

export type Page<Item> = {
  data: Item[];
  nextCursor: string | null;
  /** Earlier ones cannot be read now. */
  since?: string | undefined;
};
type Request = { limit: string; cursor?: string };

/** Largest page that the API returns. */
const PAGE = 100;

/** Reads at most `wanted` items, page by page. Writes a remark to standard error if there are more. */
export async function readPages<Item>(
  host: Host,
  wanted: number,
  read: (request: Request) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const limit = String(Math.min(PAGE, wanted - items.length));
    const page: Page<Item> = await read({ limit, ...(cursor ? { cursor } : {}) });
    items.push(...page.data);
    cursor = page.nextCursor;
    if (page.since) {
      host.remark(`Clicks before ${page.since.slice(0, 10)} cannot be read at the moment.\n`);
    }
  } while (cursor && items.length < wanted);
  if (cursor) host.remark(`Shows the first ${items.length}; use --limit to see more.\n`);
  return items;
}

const targetSchema = z.object(targetInput);
const MAX_FOUND = 100;

/**
 * Replaces names by ids in a command's input: the names of campaigns in `campaign`, and the names or e-mail
 * addresses of users where an option takes ids of creators. Throws a `CliError` if no campaign, or more
 * than one, has a name.
 */
export async function resolveNames<Input extends Record<string, unknown>>(
  host: Host,
  command: Command,
  input: Input,
): Promise<Input> {
  const { campaign, creator } = input;
  const takesApi = command.options.some(({ long }) => long === "--api");
  if (!takesApi) return input;
  const needsCreators = command.options.some(({ flags }) => flags === "--creator <ids...>");
  const api = () => openApi(host, targetSchema.parse(input));
  return {
    ...input,
    ...(campaign
      ? { campaign: await resolveEach(campaign, (name) => findCampaign(api(), name)) }
      : {}),
    ...(creator && needsCreators
      ? { creator: await resolveEach(creator, (name) => findUser(api(), name)) }
      : {}),
  };
}

async function resolveEach(value: unknown, find: (name: string) => Promise<string>) {
  const resolve = (one: unknown) => (typeof one === "string" && !isUuid(one) ? find(one) : one);
  return Array.isArray(value) ? Promise.all(value.map(resolve)) : resolve(value);
}

type NamedCampaign = { id: string; name: string; developer: string };

async function findCampaign(api: Api, name: string): Promise<string> {
  const query = { search: name, limit: String(MAX_FOUND) };
  const { data } = await api.call((client) =>
    callAdmin<Page<NamedCampaign>>(client, "$get", { path: "campaigns", query }),
  );
  const same = data.filter((each) => each.name.toLowerCase() === name.trim().toLowerCase());
  const [only] = same;
  if (only && same.length === 1) return only.id;
  const list = (same.length > 0 ? same : data)
    .slice(0, 5)
    .map((each) => `"${each.name}" of ${each.developer} (${each.id})`);
  throw new CliError(
    same.length > 0 ? "conflict" : "not_found",
    same.length > 0
      ? `${same.length} campaigns are called "${name}".`
      : `There is no campaign "${name}".`,
    list.length > 0
      ? `Give its id: ${list.join(", ")}.`
      : "`fairclick campaigns list --search` finds campaigns by a part of their name.",
  );
}

async function findUser(api: Api, user: string): Promise<string> {
  const { data } = await api.call((client) =>
    callAdmin<{ data: { id: string } }>(client, "$get", { path: "users/:user", param: { user } }),
  );
  return data.id;
}
