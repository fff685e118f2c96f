import { getOwnLink } from "@fairclick/services/campaigns/get-own-link";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import type { LiveClickRow } from "@fairclick/sql/clicks/live-clicks";
import type { SSEMessage } from "hono/streaming";
import { z } from "zod";
import type { ApiDeps } from "../app-env";
import { defineRoute, newRouter } from "../define-route";
import { eventStreamResponse, streamEvents } from "../stream-events";
import { presentLiveClick } from "./present-live-click";

export const liveClickRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/{campaignId}/live",
    access: "user",
    keyScope: "none",
    summary: "Stream the clicks of your link as they arrive and are judged",
    description:
      "Server-sent events named `clicks`, each a list of clicks in their current state. The first event holds the latest clicks, or the clicks that changed since the event in `last-event-id`. A `beat` event every second keeps the connection open. The stream ends after five minutes; connect again to continue.",
    request: {
      params: z.object({ campaignId: z.string() }),
      headers: z.object({ "last-event-id": z.string().optional() }),
    },
    responses: { 200: eventStreamResponse },
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
    return streamEvents(c, following, (rows) => buildClicksEvent(rows, deps));
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
