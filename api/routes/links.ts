import { AppError } from "@fairclick/core/errors";
import { itemResponse } from "@fairclick/core/schemas/page";
import { linkStatsResponseSchema } from "@fairclick/core/schemas/stats";
import { z } from "zod";
import { defineRoute, jsonAnswer, newRouter } from "../define-route";

const stats = defineRoute({
  method: "get",
  path: "/{campaignId}/stats",
  access: "user",
  summary: "Clicks of the signed-in creator's link by verdict and kind of reason",
  request: { params: z.object({ campaignId: z.string() }) },
  responses: { 200: jsonAnswer(itemResponse(linkStatsResponseSchema), "Counts and money") },
});

export const linkRoutes = newRouter().openapi(stats, async () => {
  throw new AppError("unavailable", "Not built yet");
});
