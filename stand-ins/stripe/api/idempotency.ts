import type { State } from "../world/state";
import { ApiError } from "./api-error";

export type Answer = { status: number; body: unknown };

export type StoredAnswer = {
  key: string;
  path: string;
  params: string;
  atMs: number;
  requestId: string;
  /** Null while the first request with this key is still running. */
  answer: Answer | null;
};

export type Keyed = { key: string; account: string | null; path: string; params: string };

const keepMs = 24 * 60 * 60 * 1000;

/**
 * Returns the stored answer of an earlier request with this key. Returns null if the key is new,
 * and claims it for this request. Throws ApiError if the key is in use, or was used with another
 * path or other parameters.
 */
export function claimKey(
  state: State,
  request: Keyed,
  first: { atMs: number; requestId: string },
): StoredAnswer | null {
  forgetOldKeys(state, first.atMs);
  const name = storedName(request);
  const stored = state.answers[name];
  if (!stored) {
    const { key, path, params } = request;
    state.answers[name] = { key, path, params, ...first, answer: null };
    return null;
  }
  if (stored.path !== request.path) {
    throw conflict(
      400,
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${stored.path}' vs '${request.path}'). Try using a key other than '${request.key}' if you meant to execute a different request.`,
    );
  }
  if (stored.params !== request.params) {
    throw conflict(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${request.key}' if you meant to execute a different request.`,
    );
  }
  if (stored.answer) return stored;
  throw conflict(
    409,
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${request.key}. Please try again later.`,
    "idempotency_key_in_use",
  );
}

export function storeAnswer(state: State, request: Keyed, answer: Answer): void {
  const stored = state.answers[storedName(request)];
  if (stored) stored.answer = answer;
}

/** Frees the key of a request that executed nothing. */
export function releaseKey(state: State, request: Keyed): void {
  delete state.answers[storedName(request)];
}

/** Frees the keys of requests that a previous process did not finish. */
export function releaseUnanswered(state: State): void {
  for (const [name, stored] of Object.entries(state.answers)) {
    if (!stored.answer) delete state.answers[name];
  }
}

function forgetOldKeys(state: State, nowMs: number): void {
  for (const [name, stored] of Object.entries(state.answers)) {
    if (stored.answer && nowMs - stored.atMs > keepMs) delete state.answers[name];
  }
}

function storedName({ account, key }: Keyed): string {
  return `${account ?? "platform"} ${key}`;
}

function conflict(status: number, message: string, code?: string): ApiError {
  return new ApiError({ status, type: "idempotency_error", message, code });
}
