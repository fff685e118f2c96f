import { setTimeout as sleep } from "node:timers/promises";
import { CliError } from "../../../failures";

const POLL_MS = 1_000;
const ANSWER_MS = 10_000;

type Event = { _id: string; event: string; body: string; signature: string };

type Forwarding = {
  /** Returns events that were not returned before, oldest first. */
  take: () => Promise<Event[]>;
  forward: string;
  /** How many events to forward at most. */
  count: number;
  stop: AbortSignal;
  remark: (line: string) => void;
};

/**
 * Forwards events to an address until `stop` aborts or `count` is reached. Waits while the API is not
 * available. Returns how many events the address accepted, and how many not.
 */
export async function forwardEvents({ take, forward, count, stop, remark }: Forwarding) {
  const sums = { forwarded: 0, failed: 0 };
  let isAvailable = true;
  while (!stop.aborted) {
    const events = await take().catch((error: unknown) => {
      if (!(error instanceof CliError) || error.failure.code !== "unavailable") throw error;
      if (isAvailable) remark(`${error.message} Waiting for it.`);
      isAvailable = false;
      return null;
    });
    isAvailable = events !== null;
    for (const event of events ?? []) {
      const { accepted, answer } = await send(event, forward);
      remark(`${event.event}  ${event._id}  ${answer}`);
      sums[accepted ? "forwarded" : "failed"] += 1;
      if (sums.forwarded + sums.failed >= count) return sums;
    }
    await sleep(POLL_MS, undefined, { signal: stop }).catch(() => {});
  }
  return sums;
}

async function send({ body, signature }: Event, forward: string) {
  try {
    const response = await fetch(forward, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: { "content-type": "application/json", "fairclick-signature": signature },
      body,
    });
    await response.body?.cancel();
    return { accepted: response.ok, answer: `answered ${response.status}` };
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "no answer";
    return { accepted: false, answer: `failed: ${reason}` };
  }
}
