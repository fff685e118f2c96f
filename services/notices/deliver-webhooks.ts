import { webhookDisabled } from "@fairclick/core/notices/account-notices";
import { findAddressProblem, isLocalAddress } from "@fairclick/core/web-addresses";
import { withTx } from "@fairclick/sql/db/tx";
import {
  type DueDelivery,
  failPendingDeliveries,
  finishDelivery,
  leaseDueDeliveries,
  recordWebhookFailure,
  recordWebhookSuccess,
} from "@fairclick/sql/notices/webhooks";
import type { Ctx } from "../context";
import { notify } from "../notify";
import {
  findPublicAddress,
  type OutgoingRequest,
  type Resolve,
  SendProblem,
  sendRequest,
} from "../outgoing";
import { signWebhook } from "./webhooks";

export type WebhookCtx = Ctx & { sendOptions: SendOptions };

/** Events that one run sends at the same time. */
const SLOTS = 50;
/** A run takes no new events after this; others run beside it while it waits for its last answers. */
const RUN_MS = 4_000;
/** How often a run that waits for answers looks for new events. */
const LOOK_MS = 200;
/** Longer than a request can take. */
const LEASE_MS = 2 * 60_000;
const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 4 * 3_600_000;
export const MAX_FAILURES = 20;

/**
 * Sends the events that are due to webhooks; none waits for the answer to another. Safe to run
 * concurrently; an event that was being sent when the worker died is sent again, with the same id.
 */
export async function deliverWebhooks(ctx: WebhookCtx): Promise<void> {
  const endsAt = performance.now() + RUN_MS;
  const sending = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let leased = 0;
  do {
    const at = ctx.now();
    const until = new Date(at.getTime() + LEASE_MS);
    const free = SLOTS - sending.size;
    const due = await leaseDueDeliveries(ctx.db.sql, { at, until, limit: free });
    leased = due.length;
    for (const delivery of due) {
      const sent: Promise<void> = deliver(ctx, delivery)
        .catch((error: unknown) => void errors.push(error))
        .finally(() => sending.delete(sent));
      sending.add(sent);
    }
    await Promise.race([Promise.all(sending), Bun.sleep(LOOK_MS)]);
  } while ((leased > 0 || sending.size > 0) && performance.now() < endsAt);
  await Promise.all(sending);
  if (errors.length > 0) throw errors[0];
}

async function deliver(ctx: WebhookCtx, delivery: DueDelivery): Promise<void> {
  const { responseStatus, problem } = await attempt(ctx, delivery);
  if (problem === null) {
    const at = ctx.now();
    const delivered = { status: "delivered", dueAt: null, responseStatus, problem, at } as const;
    await finishDelivery(ctx.db.sql, delivery, delivered);
    await recordWebhookSuccess(ctx.db.sql, delivery.endpointId);
  } else {
    await recordFailure(ctx, delivery, { responseStatus, problem });
  }
}

type Attempt = { responseStatus: number | null; problem: string | null };

async function attempt(ctx: WebhookCtx, delivery: DueDelivery): Promise<Attempt> {
  const { url, body, endpointId: id, eventId } = delivery;
  const signed = { eventId, body, at: ctx.now() };
  const headers = {
    "content-type": "application/json",
    "user-agent": "Fairclick-Webhooks/1",
    ...(await signWebhook(ctx.db, { ...delivery, id }, signed)),
  };
  try {
    const status = await sendToPublicAddress({ url, headers, body }, ctx.sendOptions);
    const received = status >= 200 && status < 300;
    return { responseStatus: status, problem: received ? null : `The server answered ${status}` };
  } catch (error) {
    if (!(error instanceof SendProblem)) throw error;
    return { responseStatus: null, problem: error.message };
  }
}

type Failure = { responseStatus: number | null; problem: string };

/** Retries later, and disables a webhook after its last attempts all failed. */
async function recordFailure(ctx: WebhookCtx, delivery: DueDelivery, failure: Failure) {
  const at = ctx.now();
  const after = (failures: number) => new Date(at.getTime() + retryDelayMs(failures));
  await withTx(ctx.db, async (tx) => {
    const webhook = await recordWebhookFailure(tx, {
      id: delivery.endpointId,
      retryAt: after(delivery.failures + 1),
      mostFailures: MAX_FAILURES,
    });
    const retried = webhook?.disabled === null && at < delivery.expiresAt;
    await finishDelivery(tx, delivery, {
      ...failure,
      status: retried ? "pending" : "failed",
      dueAt: retried ? after(delivery.attempts) : null,
      at,
    });
    if (webhook?.disabled !== "failures") return;
    const { id: endpointId, userId, url, failures } = webhook;
    const problem = "The webhook was disabled before this was sent";
    await failPendingDeliveries(tx, { endpointId, problem, at });
    const data = { host: new URL(url).host, failures, problem: failure.problem };
    await notify(tx, ctx, webhookDisabled, { to: [userId], data });
  });
}

/** One minute after the first failure, doubled by each further one, at most four hours. */
export function retryDelayMs(failures: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
}

/**
 * Sends a POST request to an address and returns the status of the response. Its body is not read,
 * and no redirect is followed. Throws `SendProblem`.
 */
export async function postToAddress(
  outgoing: Omit<OutgoingRequest, "method"> & { body: string },
): Promise<number> {
  const { response, close } = await sendRequest({ ...outgoing, method: "POST" });
  close();
  return response.statusCode ?? 0;
}

type Outgoing = { url: string; headers: Record<string, string>; body: string };

type SendOptions = {
  /** Allows `http://localhost`, for a developer's own stack. */
  allowLocal: boolean;
  resolve?: Resolve;
  timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;

/**
 * Sends a POST request to a public address and returns the status of the response; its body is not
 * read. Follows no redirect. Throws `SendProblem`.
 */
export async function sendToPublicAddress(
  outgoing: Outgoing,
  { allowLocal, resolve, timeoutMs = TIMEOUT_MS }: SendOptions,
): Promise<number> {
  const problem = findAddressProblem(outgoing.url, { allowLocal });
  if (problem) throw new SendProblem(problem);
  const url = new URL(outgoing.url);
  const local = allowLocal && isLocalAddress(url);
  const deadline = AbortSignal.timeout(timeoutMs);
  const address = local
    ? url.hostname.replace(/^\[|\]$/g, "")
    : await findPublicAddress(url.hostname, { resolve, deadline });
  return postToAddress({ ...outgoing, url, address, deadline });
}
