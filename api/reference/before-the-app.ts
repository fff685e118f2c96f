import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { AppEnv } from "../app-env";

const ofLink = {
  params: z.object({ campaignId: z.string() }),
  query: z.object({ userId: z.string() }),
};
const picture = { type: "string", example: '<svg xmlns="http://www.w3.org/2000/svg" …/>' } as const;
const everybody = { "x-access": "public", security: [] };
const page = (description: string) => ({
  description,
  content: { "text/html": { schema: { type: "string", example: "<!doctype html>…" } as const } },
});

const sent = {
  302: { description: "To the game, with the click's id handed over" },
  404: page("There is no such link"),
  410: page("The link is switched off"),
  503: page("Not now, or loaded ahead of a tap"),
};

/** What visitors meet is answered before the app, and described here. */
export function describeBeforeTheApp({ openAPIRegistry }: OpenAPIHono<AppEnv>): void {
  openAPIRegistry.registerPath({
    method: "get",
    path: "/api/clicks/redirect/{campaignId}",
    summary: "Follow a creator's link",
    request: ofLink,
    responses: sent,
    ...everybody,
  });
  openAPIRegistry.registerPath({
    method: "get",
    path: "/r/{code}",
    summary: "Follow a creator's link by its short code",
    request: { params: z.object({ code: z.string() }) },
    responses: sent,
    ...everybody,
  });
  openAPIRegistry.registerPath({
    method: "get",
    path: "/api/impressions/{campaignId}.svg",
    summary: "The banner of a creator's link, counted as an impression; empty for an unknown link",
    request: ofLink,
    responses: {
      200: { description: "A picture", content: { "image/svg+xml": { schema: picture } } },
      304: { description: "Counted, and the picture is the same" },
    },
    ...everybody,
  });
  openAPIRegistry.registerPath({
    method: "get",
    path: "/api/impressions/{campaignId}.gif",
    summary: "A transparent dot that is counted as an impression",
    request: ofLink,
    responses: {
      200: {
        description: "A picture",
        content: { "image/gif": { schema: { type: "string", example: "GIF89a…" } as const } },
      },
    },
    ...everybody,
  });
}
