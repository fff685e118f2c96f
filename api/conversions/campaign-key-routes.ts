import {
  campaignKeySchema,
  newKeyResponseSchema,
  newKeySchema,
} from "@fairclick/core/conversions/conversions";
import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignKeyId, isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import {
  createKey,
  listKeys,
  type NewCampaignKey,
  revokeKey,
  rotateKey,
} from "@fairclick/services/conversions/keys";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";
import { presentKey } from "./present-conversions";

const idParams = z.object({ id: z.string() });
const keyParams = idParams.extend({ keyId: z.string() });

export const campaignKeyRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/{id}/keys",
      access: "user",
      keyScope: "read",
      summary: "List the API keys of your campaign",
      request: { params: idParams },
      responses: {
        200: jsonResponse(
          z.object({ status: z.literal("success"), data: z.array(campaignKeySchema) }),
          "Oldest first",
        ),
      },
    }),
    async (c) => {
      const keys = await listKeys(c.var.ctx, parseCampaignId(c.req.valid("param").id));
      return ok(c, { data: keys.map(presentKey) });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{id}/keys",
      access: "user",
      keyScope: "none",
      summary: "Create an API key; its token is shown only once",
      request: { params: idParams, ...jsonBody(newKeySchema) },
      responses: { 201: jsonResponse(newKeyResponseSchema, "The key and its token") },
    }),
    async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").id);
      const made = await createKey(c.var.ctx, { campaignId, ...c.req.valid("json") });
      return c.json(presentNewKey(made, t`Key created`), 201);
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{id}/keys/{keyId}/rotate",
      access: "user",
      keyScope: "none",
      summary: "Rotate a key: create one with the same name; the old key works for 24 more hours",
      request: { params: keyParams },
      responses: { 201: jsonResponse(newKeyResponseSchema, "The new key and its token") },
    }),
    async (c) => {
      const made = await rotateKey(c.var.ctx, parseKey(c.req.valid("param")));
      return c.json(presentNewKey(made, t`Key rotated. The old one works for 24 more hours.`), 201);
    },
  )
  .openapi(
    defineRoute({
      method: "delete",
      path: "/{id}/keys/{keyId}",
      access: "user",
      keyScope: "none",
      summary: "Revoke a key immediately",
      request: { params: keyParams },
      responses: {
        200: jsonResponse(
          z.object({ status: z.literal("success"), message: z.string() }),
          "Revoked",
        ),
      },
    }),
    async (c) => {
      await revokeKey(c.var.ctx, parseKey(c.req.valid("param")));
      return ok(c, { message: t`Key revoked` });
    },
  );

function presentNewKey({ key, token }: NewCampaignKey, message: string) {
  return { status: "success" as const, message, data: { ...presentKey(key), token } };
}

function parseKey({ id, keyId }: { id: string; keyId: string }) {
  if (!isUuid(keyId)) throw new AppError("not_found", t`There is no such key`);
  return { campaignId: parseCampaignId(id), keyId: asId<CampaignKeyId>(keyId.toLowerCase()) };
}
