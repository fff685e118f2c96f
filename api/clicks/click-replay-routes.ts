import { replayInputSchema, replayResponseSchema } from "@fairclick/core/clicks/replay";
import { replayClicks } from "@fairclick/services/clicks/replay";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";
import { presentReplay } from "./present-replay";

export const clickReplayRoutes = newRouter().openapi(
  defineRoute({
    method: "post",
    path: "/replay",
    access: "operator:clicks:read",
    summary: "Judge stored clicks with another policy, without changing anything",
    request: jsonBody(replayInputSchema),
    responses: { 200: jsonResponse(replayResponseSchema, "The verdicts that would differ") },
  }),
  async (c) => {
    c.env.waitForAnswer?.();
    const { clickWindowSeconds: windowSeconds } = c.var.deps.config;
    const replay = await replayClicks(c.var.ctx, { windowSeconds, ...c.req.valid("json") });
    return ok(c, { data: presentReplay(replay) });
  },
);
