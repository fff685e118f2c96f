import type { Context } from "hono";
import { type SSEMessage, streamSSE } from "hono/streaming";
import { z } from "zod";
import type { AppEnv } from "./app-env";

/** Pages say that the server is away after three seconds without a beat. */
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

/** `next` resolves with null when the stream has to end; `stop` makes it do so. */
type Following<News> = { next: () => Promise<News | null>; stop: () => void };

/** Streams what is followed as server-sent events, until the client leaves or five minutes pass. */
export function streamEvents<News>(
  c: Context<AppEnv>,
  following: Following<News>,
  toEvent: (news: News) => SSEMessage,
): Response {
  c.header("x-accel-buffering", "no");
  return streamSSE(c, async (stream) => {
    stream.onAbort(following.stop);
    const longest = setTimeout(following.stop, MAX_STREAM_MS);
    const heartbeat = setInterval(() => void stream.writeSSE(beat), HEARTBEAT_MS);
    try {
      await stream.write(`retry: ${RETRY_MS}\n\n`);
      for (let news = await following.next(); news !== null; news = await following.next()) {
        await stream.writeSSE(toEvent(news));
      }
    } catch (error) {
      // Hono would send the error's text to the client.
      c.var.deps.log.warn({ err: error }, "a stream of events ended early");
    }
    following.stop();
    clearTimeout(longest);
    clearInterval(heartbeat);
  });
}
