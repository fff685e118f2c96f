import {
  type ListedOverride,
  overrideRemoveInputSchema,
  overrideSetInputSchema,
  overridesResponseSchema,
} from "@fairclick/core/clicks/policy-override-schema";
import { changeInputSchema } from "@fairclick/core/operations/operator-change-schema";
import {
  approveOverride,
  declineOverride,
} from "@fairclick/services/clicks/policy/overrides/answer-override-request";
import { nameSubject } from "@fairclick/services/clicks/policy/overrides/find-subject";
import {
  listOverrides,
  type Overrides,
} from "@fairclick/services/clicks/policy/overrides/list-overrides";
import { removeOverride } from "@fairclick/services/clicks/policy/overrides/remove-override";
import { setOverride } from "@fairclick/services/clicks/policy/overrides/set-override";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { changeResponses } from "../operations/change-responses";
import { ok } from "../respond";

const answer = {
  method: "post",
  access: "operator:policy:write",
  request: { params: z.object({ id: z.string() }), ...jsonBody(changeInputSchema) },
  responses: changeResponses,
} as const;

export const policyOverrideRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:clicks:read",
      summary: "List the overrides of the policy in force, and those that wait for approval",
      responses: { 200: jsonResponse(overridesResponseSchema, "The overrides") },
    }),
    async (c) => {
      const { requested, active } = await listOverrides(c.var.ctx);
      return ok(c, { data: [...requested.map(presentRequested), ...active.map(presentActive)] });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/set",
      access: "operator:policy:write",
      summary: "Override values of the policy for a campaign or a creator",
      description:
        "Replaces the earlier override. Values less strict than the policy in force are only requested: a second operator approves them.",
      request: jsonBody(overrideSetInputSchema),
      responses: changeResponses,
    }),
    async (c) => ok(c, { data: await setOverride(c.var.ctx, c.req.valid("json")) }),
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/remove",
      access: "operator:policy:write",
      summary: "End the override of a campaign or a creator",
      request: jsonBody(overrideRemoveInputSchema),
      responses: changeResponses,
    }),
    async (c) => ok(c, { data: await removeOverride(c.var.ctx, c.req.valid("json")) }),
  )
  .openapi(
    defineRoute({
      ...answer,
      path: "/{id}/approve",
      summary: "Approve an override that a different operator requested",
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await approveOverride(c.var.ctx, input) });
    },
  )
  .openapi(
    defineRoute({
      ...answer,
      path: "/{id}/decline",
      summary: "Decline a requested override, or withdraw your own",
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await declineOverride(c.var.ctx, input) });
    },
  );

function presentRequested(row: Overrides["requested"][number]): ListedOverride {
  return {
    ...presentCommon(row),
    ...{ state: "requested", id: row.id, activeFrom: null, approver: null },
    expiresAt: row.expiresAt.toISOString(),
  };
}

function presentActive(row: Overrides["active"][number]): ListedOverride {
  return {
    ...presentCommon(row),
    ...{ state: "active", id: String(row.revision), approver: row.approver, expiresAt: null },
    activeFrom: row.activeFrom.toISOString(),
  };
}

function presentCommon(row: Overrides["requested" | "active"][number]) {
  const { values, loosens, reason, operator, until } = row;
  return {
    ...{ values, loosens, reason, operator, until: until.toISOString() },
    subject: nameSubject(row),
    name: row.campaign ?? row.creator ?? "",
  };
}
