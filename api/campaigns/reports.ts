import { doneResponseSchema } from "@fairclick/core/accounts/account";
import {
  confirmReportSchema,
  type ReportedAddressResponse,
  reportedAddressDetailSchema,
  reportedAddressSchema,
  reportInputSchema,
  reportsQuerySchema,
  reportThanks,
} from "@fairclick/core/campaigns/reports";
import { changeInputSchema } from "@fairclick/core/changes";
import { dataResponse, listResponse } from "@fairclick/core/schemas";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import { reportLink } from "@fairclick/services/campaigns/report-link";
import {
  confirmReport,
  dismissReport,
  listAllReports,
  reopenReport,
  showReports,
} from "@fairclick/services/campaigns/reports";
import type { ListedAddress } from "@fairclick/sql/campaigns/reports";
import { z } from "zod";
import { changeResponses, defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const campaignReportRoutes = newRouter().openapi(
  defineRoute({
    method: "post",
    path: "/{id}/report",
    access: "user",
    keyScope: "none",
    summary: "Report a campaign whose game is a scam, or breaks the rules otherwise",
    description:
      "Once per account, campaign and day; the answer is always the same. Visitors without an account use the page /report.",
    request: { params: z.object({ id: z.string() }), ...jsonBody(reportInputSchema) },
    responses: { 200: jsonResponse(doneResponseSchema, "Accepted") },
  }),
  async (c) => {
    const link = { campaignId: parseCampaignId(c.req.valid("param").id), creatorId: null };
    const report = { ...c.req.valid("json"), link, ip: c.var.clientIp };
    await reportLink(c.var.ctx, report, c.var.deps.limits);
    return ok(c, { message: reportThanks() });
  },
);

const params = z.object({ id: z.string().max(36) });
const shownSchema = dataResponse(reportedAddressDetailSchema);
const read = { method: "get", access: "operator:campaigns:read" } as const;
const decision = {
  method: "post",
  access: "operator:campaigns:write",
  responses: changeResponses,
} as const;
const actParams = params.extend({ act: z.enum(["dismiss", "reopen"]) });

export const reportRoutes = newRouter()
  .openapi(
    defineRoute({
      ...read,
      path: "/",
      summary: "List the addresses of reported links; open ones oldest first",
      request: { query: reportsQuerySchema },
      responses: { 200: jsonResponse(listResponse(reportedAddressSchema), "A page of addresses") },
    }),
    async (c) => {
      const { items, nextCursor } = await listAllReports(c.var.ctx, c.req.valid("query"));
      return ok(c, { data: items.map(presentAddress), nextCursor });
    },
  )
  .openapi(
    defineRoute({
      ...read,
      path: "/{id}",
      summary: "Get a reported address with its newest reports",
      request: { params },
      responses: { 200: jsonResponse(shownSchema, "The address") },
    }),
    async (c) => {
      const { address, items } = await showReports(c.var.ctx, c.req.valid("param").id);
      const presented = items.map(({ reportedAt, ...item }) => ({
        ...item,
        reportedAt: reportedAt.toISOString(),
      }));
      return ok(c, { data: { ...presentAddress(address), items: presented } });
    },
  )
  .openapi(
    defineRoute({
      ...decision,
      path: "/{id}/confirm",
      summary: "Show visitors a warning instead of an address, and stop its campaigns",
      request: { params, ...jsonBody(confirmReportSchema) },
    }),
    async (c) => {
      const input = { ...c.req.valid("json"), ...c.req.valid("param") };
      return ok(c, { data: await confirmReport(c.var.ctx, input, c.var.deps.config) });
    },
  )
  .openapi(
    defineRoute({
      ...decision,
      path: "/{id}/{act}",
      summary: "Declare an address harmless and lift its warning, or take a decision back",
      request: { params: actParams, ...jsonBody(changeInputSchema) },
    }),
    async (c) => {
      const { id, act } = c.req.valid("param");
      const decide = act === "dismiss" ? dismissReport : reopenReport;
      return ok(c, { data: await decide(c.var.ctx, { ...c.req.valid("json"), id }) });
    },
  );

function presentAddress(address: ListedAddress): ReportedAddressResponse {
  const { openedAt, lastReportedAt, decidedAt, ...rest } = address;
  return {
    ...rest,
    openedAt: openedAt.toISOString(),
    lastReportedAt: lastReportedAt?.toISOString() ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}
