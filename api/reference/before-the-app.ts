import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { AppEnv } from "../app-env";

const ofLink = {
  params: z.object({ campaignId: z.string() }),
  query: z.object({ userId: z.string() }),
};
const text = { schema: { type: "string" } } as const;
const everybody = { "x-access": "public", "x-limit": "visitor", security: [] };
const page = (description: string) => ({
  description,
  content: { "text/html": text },
});

const sent = {
  302: { description: "Redirects to the game, with the click's id in the URL" },
  404: page("Unknown link"),
  410: page("The link is disabled"),
  503: page("Temporarily unavailable, or a prefetch"),
};

/** Describes redirects and impressions, which are answered before the app. */
export function describeBeforeTheApp({ openAPIRegistry }: OpenAPIHono<AppEnv>): void {
  openAPIRegistry.registerPath({
    method: "get",
    path: "/api/clicks/redirect/{campaignId}",
    summary: "Follow a creator's link to the game",
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
    summary:
      "Get the banner of a creator's link, and count an impression; empty for an unknown link",
    request: ofLink,
    responses: {
      200: { description: "The image", content: { "image/svg+xml": text } },
      304: { description: "Not modified; the impression is counted" },
    },
    ...everybody,
  });
  openAPIRegistry.registerPath({
    method: "get",
    path: "/api/impressions/{campaignId}.gif",
    summary: "Get a transparent pixel, and count an impression",
    request: ofLink,
    responses: {
      200: {
        description: "The image",
        content: { "image/gif": text },
      },
    },
    ...everybody,
  });
}
