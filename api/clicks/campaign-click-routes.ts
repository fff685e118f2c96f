import {
  campaignClickFilterSchema,
  campaignClickSchema,
  campaignClicksQuerySchema,
  type ExportedClicks,
  exportedClicksSchema,
} from "@fairclick/core/clicks/campaign-clicks";
import { listResponse } from "@fairclick/core/schemas";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import {
  describeCampaignClick,
  exportCampaignClicks,
  listClicksOfOwnCampaign,
} from "@fairclick/services/clicks/read-clicks";
import type { TypedResponse } from "hono";
import { z } from "zod";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

const params = z.object({ id: z.string() });
const exported = { params, query: campaignClickFilterSchema };
const exportLimits =
  "From one snapshot, with the filters of the list. A file has the clicks of a time with at most 1,000,000 clicks; choose a shorter one with `from` and `to`. Two exports per user at a time.";

const fileHeaders = (type: string, name: string) => ({
  "content-type": type,
  "content-disposition": `attachment; filename="${name}"`,
  "x-accel-buffering": "no",
});

/** Types a stream of text that `exportCampaignClicks` has written. */
function asExportedClicks(response: Response) {
  return response as Response & TypedResponse<ExportedClicks, 200, "json">;
}

/** Every click of a campaign, for its developer. */
export const campaignClickRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}/clicks",
      access: "user",
      keyScope: "read",
      summary: "List the clicks of your campaign with verdict, price and transaction, newest first",
      description:
        "A page can have fewer clicks than `limit`, or none, while `nextCursor` is set: each page looks through a limited number of clicks for those that match.",
      request: { params, query: campaignClicksQuerySchema },
      responses: { 200: jsonResponse(listResponse(campaignClickSchema), "A page of clicks") },
    }),
    async (c) => {
      const id = parseCampaignId(c.req.valid("param").id);
      const query = { id, ...c.req.valid("query") };
      const { items, nextCursor } = await listClicksOfOwnCampaign(c.var.ctx, query);
      return ok(c, { data: items.map(describeCampaignClick), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}/clicks.csv",
      access: "user",
      keyScope: "read",
      summary: "Export the clicks of your campaign as CSV",
      description: exportLimits,
      request: exported,
      responses: {
        200: {
          description: "One line per click, newest first",
          content: { "text/csv": { schema: z.string() } },
        },
      },
    }),
    async (c) => {
      const id = parseCampaignId(c.req.valid("param").id);
      const { clickExports: slots } = c.var.deps;
      const wanted = { id, format: "csv" as const, slots, ...c.req.valid("query") };
      c.env.waitForAnswer?.();
      const file = await exportCampaignClicks(c.var.ctx, wanted);
      return c.body(file, 200, fileHeaders("text/csv; charset=utf-8", "fairclick-clicks.csv"));
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}/clicks.json",
      access: "user",
      keyScope: "read",
      summary: "Export the clicks of your campaign as JSON",
      description: exportLimits,
      request: exported,
      responses: { 200: jsonResponse(exportedClicksSchema, "All clicks, newest first") },
    }),
    async (c) => {
      const id = parseCampaignId(c.req.valid("param").id);
      const { clickExports: slots } = c.var.deps;
      const wanted = { id, format: "json" as const, slots, ...c.req.valid("query") };
      c.env.waitForAnswer?.();
      const file = await exportCampaignClicks(c.var.ctx, wanted);
      const headers = fileHeaders("application/json", "fairclick-clicks.json");
      return asExportedClicks(new Response(file, { headers }));
    },
  );
