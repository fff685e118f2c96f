import { doneResponseSchema } from "@fairclick/core/accounts/account";
import { reportInputSchema, reportThanks } from "@fairclick/core/campaigns/reports";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import { reportLink } from "@fairclick/services/campaigns/report-link";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const campaignReportRoutes = newRouter().openapi(
  defineRoute({
    method: "post",
    path: "/{id}/report",
    access: "user",
    keyScope: "none",
    limit: "message",
    summary: "Report a campaign whose game is a scam, or breaks the rules otherwise",
    description:
      "Once per account, campaign and day; the answer is always the same. Visitors without an account use the page /report.",
    request: { params: z.object({ id: z.string() }), ...jsonBody(reportInputSchema) },
    responses: { 200: jsonResponse(doneResponseSchema, "Accepted") },
  }),
  async (c) => {
    const link = { campaignId: parseCampaignId(c.req.valid("param").id), creatorId: null };
    const report = { ...c.req.valid("json"), link, ip: c.var.clientIp };
    await reportLink(c.var.ctx, report);
    return ok(c, { message: reportThanks() });
  },
);
