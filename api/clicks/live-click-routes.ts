import { getOwnLink } from "@fairclick/services/campaigns/get-own-link";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import type { LiveClickRow } from "@fairclick/sql/clicks/live-clicks";
import { type SSEMessage, streamSSE } from "hono/streaming";
import { z } from "zod";
import type { ApiDeps } from "../app-env";
import { defineRoute, newRouter } from "../define-route";
import { presentLiveClick } from "./present-live-click";

/** Must be shorter than the idle timeouts of this server and of common proxies. */
const HEARTBEAT_MS = 10_000;
/** Bounds how long a revoked session keeps receiving events: reconnecting needs a valid token. */
const MAX_STREAM_MS = 300_000;
const RETRY_MS = 1_000;

/** Lets a page notice that the stream is dead. */
const beat = { event: "beat", data: "still here" };

export const liveClickRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/{campaignId}/live",
    access: "user",
    summary: "Stream the clicks of your link as they arrive and are judged",
    description:
      "Server-sent events named `clicks`, each a list of clicks in their current state. The first event holds the latest clicks, or the clicks that changed since the event in `last-event-id`. A `beat` event every ten seconds keeps the connection open. The stream ends after five minutes; connect again to continue.",
    request: {
      params: z.object({ campaignId: z.string() }),
      headers: z.object({ "last-event-id": z.string().optional() }),
    },
    responses: {
      200: {
        description: "A stream of events",
        content: { "text/event-stream": { schema: z.string() } },
      },
    },
  }),
  async (c) => {
    const { deps, ctx } = c.var;
    const { campaignId, creatorId } = await getOwnLink(
      ctx,
      parseCampaignId(c.req.valid("param").campaignId),
    );
    const lastId = z.iso.datetime().safeParse(c.req.valid("header")["last-event-id"]);
    const since = lastId.success ? new Date(lastId.data) : null;
    const following = deps.liveClicks.follow({ link: { campaignId, creatorId }, since });
    c.header("x-accel-buffering", "no");
    return streamSSE(c, async (stream) => {
      stream.onAbort(following.stop);
      const longest = setTimeout(following.stop, MAX_STREAM_MS);
      const heartbeat = setInterval(() => void stream.writeSSE(beat), HEARTBEAT_MS);
      await stream.write(`retry: ${RETRY_MS}\n\n`);
      for (let rows = await following.next(); rows; rows = await following.next()) {
        await stream.writeSSE(buildClicksEvent(rows, deps));
      }
      clearTimeout(longest);
      clearInterval(heartbeat);
    });
  },
);

/** Returns a `clicks` event; its id is the latest change, where a reconnecting page resumes. */
function buildClicksEvent(rows: LiveClickRow[], { config, now }: ApiDeps): SSEMessage {
  const moment = { now: now(), windowSeconds: config.clickWindowSeconds };
  const latest = Math.max(...rows.map(({ changedAt }) => changedAt.getTime()));
  return {
    event: "clicks",
    id: new Date(latest).toISOString(),
    data: JSON.stringify(rows.map((row) => presentLiveClick(row, moment))),
  };
}
