import { type Client, createClient } from "@fairclick/api/client";
import { AppError, type ErrorCode } from "@fairclick/core/errors";
import { type ErrorResponse, errorResponseSchema } from "@fairclick/core/schemas";
import type { ClientResponse } from "hono/client";
import { z } from "zod";
import type { Env } from "../env";
import { exitCodes } from "../exit-codes";
import { CliError } from "../failures";
import { explainSilence } from "./explain-silence";
import { findTarget, type Target, type TargetOptions } from "./find-target";
import { limitSilence } from "./limit-silence";

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
