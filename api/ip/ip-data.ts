import { ipLookupResponseSchema } from "@fairclick/core/clicks/operated";
import {
  ipAddressQuerySchema,
  ipDataStatusResponseSchema,
  ipDataUpdateInputSchema,
  ipDataUpdateResponseSchema,
  ipRangeInputSchema,
  rangeActs,
  signInsQuerySchema,
  signInsResponseSchema,
} from "@fairclick/core/ip/operated";
import { lookUpAddress } from "@fairclick/services/clicks/look-up-address";
import { decideRange, getIpDataStatus, listSignIns } from "@fairclick/services/ip/ip-data";
import { updateIpData } from "@fairclick/services/ip/update-ip-data";
import { z } from "zod";
import { ok } from "../respond";
import { changeResponses, jsonBody, jsonResponse, Router } from "../router";

export const ipDataRoutes = new Router()
  .get("/", {
    access: "operator:ip-data:read",
    summary: "Get the IP address lists, their age, and operators' decisions",
    responses: { 200: jsonResponse(ipDataStatusResponseSchema, "All configured lists") },
    handle: async (c) => {
      const { ipDataUrl: baseUrl } = c.var.deps.config;
      return ok(c, { data: await getIpDataStatus(c.var.ctx, { baseUrl }) });
    },
  })
  .get("/lookup", {
    access: "operator:ip-data:read",
    summary: "Look up an IP address and how the rules classify it",
    request: { query: ipAddressQuerySchema },
    responses: { 200: jsonResponse(ipLookupResponseSchema, "The classification") },
    handle: async (c) => {
      return ok(c, { data: await lookUpAddress(c.var.ctx, c.req.valid("query")) });
    },
  })
  .get("/sign-ins", {
    access: "operator:users:read",
    summary: "List the users who were signed in at an address of a range lately",
    description:
      "At most 50, latest first. Sign-ins are stored for about a day, the addresses of payments for longer.",
    request: { query: signInsQuerySchema },
    responses: { 200: jsonResponse(signInsResponseSchema, "The users") },
    handle: async (c) => {
      return ok(c, { data: await listSignIns(c.var.ctx, c.req.valid("query")) });
    },
  })
  .post("/update", {
    access: "operator:ip-data:write",
    summary: "Download the IP address lists now",
    request: jsonBody(ipDataUpdateInputSchema),
    responses: { 200: jsonResponse(ipDataUpdateResponseSchema, "The result for each list") },
    handle: async (c) => {
      c.env.waitForAnswer?.();
      const { ipDataUrl: baseUrl } = c.var.deps.config;
      const data = await updateIpData(c.var.ctx, { baseUrl, ...c.req.valid("json") });
      return ok(c, { data });
    },
  })
  .post("/ranges/{act}", {
    access: "operator:ip-data:write",
    summary: "Allow, share or deny a range of IP addresses, or remove the decision about it",
    request: { params: z.object({ act: z.enum(rangeActs) }), ...jsonBody(ipRangeInputSchema) },
    responses: changeResponses,
    handle: async (c) => {
      const decision = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await decideRange(c.var.ctx, decision) });
    },
  });
