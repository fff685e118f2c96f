import type { Context } from "hono";
import { type SSEMessage, streamSSE } from "hono/streaming";
import { z } from "zod";
import type { AppEnv } from "../app-env";

/** Pages report that the server does not answer after three seconds without a beat. */
const HEARTBEAT_MS = 1_000;
/** Bounds how long a revoked session keeps receiving events: reconnecting needs a valid token. */
const MAX_STREAM_MS = 300_000;
const RETRY_MS = 1_000;

/** Lets a page notice that the stream is dead. */
const beat = { event: "beat", data: "still here" };

export const eventStreamResponse = {
  description: "A stream of events",
  content: { "text/event-stream": { schema: z.string() } },
};

/**
 * Events of one kind for a stream. `next` resolves with null when the stream has to end; `stop` makes
 * it do so.
 */
export type StreamSource = { next: () => Promise<SSEMessage | null>; stop: () => void };

/**
 * Streams the events of several sources as server-sent events, until one of them ends, the client
 * leaves or five minutes pass.
 */
export function streamEvents(c: Context<AppEnv>, sources: StreamSource[]): Response {
  const stopAll = () => {
    for (const source of sources) source.stop();
  };
  c.header("x-accel-buffering", "no");
  return streamSSE(c, async (stream) => {
    stream.onAbort(stopAll);
    const longest = setTimeout(stopAll, MAX_STREAM_MS);
    const heartbeat = setInterval(() => void stream.writeSSE(beat), HEARTBEAT_MS);
    const send = async ({ next }: StreamSource) => {
      for (let event = await next(); event !== null; event = await next()) {
        await stream.writeSSE(event);
      }
    };
    try {
      await stream.write(`retry: ${RETRY_MS}\n\n`);
      await Promise.race(sources.map(send));
    } catch (error) {
      // Hono would send the error's text to the client.
      c.var.deps.log.warn({ err: error }, "a stream of events ended early");
    }
    stopAll();
    clearTimeout(longest);
    clearInterval(heartbeat);
  });
}
