import { requireUser } from "@fairclick/services/actor";
import { defineRoute, newRouter } from "../define-route";
import { eventStreamResponse, streamEvents } from "../stream-events";

export const liveNoticeRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/live",
    access: "user",
    keyScope: "none",
    summary: "Stream the number of your unread notices",
    description:
      "Server-sent events named `notices`: the first at once, then one per change, at most one per second. A `beat` event every second keeps the connection open. The stream ends after five minutes; connect again to continue.",
    responses: { 200: eventStreamResponse },
  }),
  async (c) => {
    const following = c.var.deps.liveNotices.follow(requireUser(c.var.ctx));
    return streamEvents(c, following, (unread) => ({
      event: "notices",
      data: JSON.stringify({ unread }),
    }));
  },
);
