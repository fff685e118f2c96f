import { doneResponseSchema } from "@fairclick/core/accounts/account-schema";
import {
  type DraftSummary,
  draftResponseSchema,
  draftSummarySchema,
  draftsResponseSchema,
  saveDraftSchema,
} from "@fairclick/core/campaigns/draft-schema";
import { t } from "@fairclick/core/language/t";
import { itemResponse } from "@fairclick/core/schemas/page";
import {
  deleteOwnDraft,
  getOwnDraft,
  listOwnDrafts,
  parseDraftId,
} from "@fairclick/services/campaigns/drafts/own-draft";
import { saveDraft } from "@fairclick/services/campaigns/drafts/save-draft";
import type { DraftSummaryRow } from "@fairclick/sql/campaigns/drafts";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

const idParams = z.object({ id: z.string() });

export const draftRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "user",
      keyScope: "read",
      summary: "List your campaigns that are not launched yet",
      responses: { 200: jsonResponse(draftsResponseSchema, "Last changed first") },
    }),
    async (c) => ok(c, { data: (await listOwnDrafts(c.var.ctx)).map(presentDraft) }),
  )
  .openapi(
    defineRoute({
      method: "put",
      path: "/{id}",
      access: "user",
      keyScope: "campaigns",
      summary: "Save a draft of a campaign under a UUID that you choose",
      request: { params: idParams, ...jsonBody(saveDraftSchema) },
      responses: { 200: jsonResponse(itemResponse(draftSummarySchema), "The draft") },
    }),
    async (c) => {
      const id = parseDraftId(c.req.valid("param").id);
      const draft = await saveDraft(c.var.ctx, { id, ...c.req.valid("json") });
      return ok(c, { message: t`Draft saved`, data: presentDraft(draft) });
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}",
      access: "user",
      keyScope: "read",
      summary: "Get a draft with its fields",
      request: { params: idParams },
      responses: { 200: jsonResponse(itemResponse(draftResponseSchema), "The draft") },
    }),
    async (c) => {
      const draft = await getOwnDraft(c.var.ctx, parseDraftId(c.req.valid("param").id));
      return ok(c, { message: "Draft", data: { ...presentDraft(draft), fields: draft.fields } });
    },
  )
  .openapi(
    defineRoute({
      method: "delete",
      path: "/{id}",
      access: "user",
      keyScope: "campaigns",
      summary: "Delete a draft",
      request: { params: idParams },
      responses: { 200: jsonResponse(doneResponseSchema, "Deleted") },
    }),
    async (c) => {
      await deleteOwnDraft(c.var.ctx, parseDraftId(c.req.valid("param").id));
      return ok(c, { message: t`Draft deleted` });
    },
  );

function presentDraft({ id, title, step, updatedAt }: DraftSummaryRow): DraftSummary {
  return { _id: id, title, step, updatedAt: updatedAt.toISOString() };
}
