import { consumeFault, type Fault } from "../control/faults";
import { find, nowMs, type World } from "../world/world";
import { ApiError, errorBody } from "./api-error";
import { expand } from "./expand";
import type { Form } from "./form";
import { type Answer, claimKey, type Keyed, releaseKey, storeAnswer } from "./idempotency";

export type IncomingCall = {
  call: string;
  path: string;
  id: string;
  account: string | null;
  params: Form;
  requestId: string;
  key: string | null;
  /** The parameters as received, compared with those of an earlier request with the same key. */
  fingerprint: string;
  handle: (request: { world: World; params: Form; id: string; account: string | null }) => object;
};

export type Outcome = Answer & { replayOf?: string; cut?: "hang" | "reset"; delayMs?: number };

/**
 * Executes one validated call and returns its outcome. With an idempotency key, the stored answer
 * is replayed, or the new answer is stored, errors included, as Stripe does. Throws ApiError if the
 * key is in use or was used with another path or other parameters.
 */
export async function answerCall(world: World, incoming: IncomingCall): Promise<Outcome> {
  const keyed = keyedRequest(incoming);
  if (keyed) {
    const { requestId } = incoming;
    const stored = claimKey(world.state, keyed, { atMs: nowMs(world), requestId });
    if (stored?.answer) return { ...stored.answer, replayOf: stored.requestId };
  }
  const fault = consumeFault(world.state.faults, incoming.call);
  if (fault?.shows.kind === "delay") await Bun.sleep(fault.shows.ms);
  if (fault?.effect === "none" && fault.shows.kind !== "delay") {
    return failWithoutEffect(world, incoming, keyed, fault);
  }
  const answer = execute(world, incoming);
  if (keyed) storeAnswer(world.state, keyed, answer);
  world.touch();
  return fault ? disguise(answer, fault, incoming.requestId) : answer;
}

function keyedRequest({ key, account, path, fingerprint, call }: IncomingCall): Keyed | null {
  if (key === null || !call.startsWith("POST ")) return null;
  return { key, account, path, params: fingerprint };
}

function failWithoutEffect(
  world: World,
  incoming: IncomingCall,
  keyed: Keyed | null,
  fault: Fault,
): Outcome {
  const outcome = disguise({ status: 200, body: {} }, fault, incoming.requestId);
  if (!keyed) return outcome;
  const stored = fault.shows.kind === "error" && fault.shows.stored;
  if (stored) storeAnswer(world.state, keyed, { status: outcome.status, body: outcome.body });
  else releaseKey(world.state, keyed);
  return outcome;
}

function disguise(answer: Answer, { shows }: Fault, requestId: string): Outcome {
  switch (shows.kind) {
    case "delay":
      return answer;
    case "hang":
    case "reset":
      return { ...answer, cut: shows.kind };
    case "error":
      return {
        status: shows.status,
        body: errorBody(
          {
            status: shows.status,
            type: errorTypeForStatus(shows.status),
            message: shows.message,
            code: shows.code,
          },
          requestId,
        ),
      };
  }
}

function errorTypeForStatus(status: number) {
  if (status === 429) return "rate_limit_error" as const;
  return status >= 500 ? ("api_error" as const) : ("invalid_request_error" as const);
}

function execute(world: World, incoming: IncomingCall): Answer {
  const { id, account, params, requestId, key } = incoming;
  world.cause = { id: requestId, idempotency_key: key };
  try {
    requireAccount(world, account);
    const body = incoming.handle({ world, params, id, account });
    const paths = Array.isArray(params.expand) ? params.expand.map(String) : [];
    return { status: 200, body: structuredClone(expand(world.state, body, paths)) };
  } catch (error) {
    if (error instanceof ApiError) {
      return { status: error.fields.status, body: errorBody(error.fields, requestId) };
    }
    console.error(error);
    const message = `The stand-in failed: ${error}`;
    return { status: 500, body: errorBody({ status: 500, type: "api_error", message }, requestId) };
  } finally {
    world.cause = null;
  }
}

/**
 * Throws ApiError (403) unless the account exists and has not revoked the platform's access. Null,
 * the platform itself, always passes.
 */
export function requireAccount(world: World, account: string | null): void {
  if (account === null) return;
  if (find(world, "account", account) && !world.state.deauthorised.includes(account)) return;
  const { secretKey } = world.settings;
  throw new ApiError({
    status: 403,
    type: "invalid_request_error",
    code: "account_invalid",
    message: `The provided key '${secretKey.slice(0, 8)}****${secretKey.slice(-4)}' does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
  });
}
