import { getOwnLink } from "@fairclick/services/campaigns/get-own-link";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import type { LiveClickRow } from "@fairclick/sql/clicks/live-clicks";
import { type SSEMessage, streamSSE } from "hono/streaming";
import { z } from "zod";
import type { ApiDeps } from "../app-env";
import { defineRoute, newRouter } from "../define-route";
import { presentLiveClick } from "./present-live-click";

/** Well before any proxy, or this server, takes silence for the end. */
const HEARTBEAT_MS = 10_000;
/** Whose session was revoked sees no more than this: the page then connects again, with its token. */
const LONGEST_MS = 300_000;
const RETRY_MS = 1_000;

/** An event, so that a page notices when there are no more. */
const beat = { event: "beat", data: "still here" };

export const liveClickRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/{campaignId}/live",
    access: "user",
    summary:
      "The clicks of the signed-in creator's link as they arrive, are judged and decided about",
    description:
      "Server-sent events named `clicks`: a list of clicks, each in its newest state. The first holds the latest ones, or what has changed since the event named in `last-event-id`. In between `beat` says every ten seconds that the stream still is one; it ends after some minutes.",
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
      const longest = setTimeout(following.stop, LONGEST_MS);
      const heartbeat = setInterval(() => void stream.writeSSE(beat), HEARTBEAT_MS);
      await stream.write(`retry: ${RETRY_MS}\n\n`);
      for (let rows = await following.next(); rows; rows = await following.next()) {
        await stream.writeSSE(eventOf(rows, deps));
      }
      clearTimeout(longest);
      clearInterval(heartbeat);
    });
  },
);

/** Its id is the latest change in it, from which a lost connection goes on. */
function eventOf(rows: LiveClickRow[], { config, now }: ApiDeps): SSEMessage {
  const moment = { now: now(), windowSeconds: config.clickWindowSeconds };
  const latest = Math.max(...rows.map(({ changedAt }) => changedAt.getTime()));
  return {
    event: "clicks",
    id: new Date(latest).toISOString(),
    data: JSON.stringify(rows.map((row) => presentLiveClick(row, moment))),
  };
}
