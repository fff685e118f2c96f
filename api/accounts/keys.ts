import {
  newPersonalKeyResponseSchema,
  newPersonalKeySchema,
  personalKeysResponseSchema,
} from "@fairclick/core/accounts/keys";
import { asId, isUuid, type PersonalKeyId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  createPersonalKey,
  keyNotFound,
  listOwnKeys,
  revokePersonalKey,
} from "@fairclick/services/accounts/keys";
import { z } from "zod";
import { created, ok, withId } from "../respond";
import { byProvedUser, byUser, jsonBody, jsonResponse, Router } from "../router";

export const personalKeyRoutes = new Router()
  .get("/", {
    ...byUser("none"),
    summary: "List your API keys, without their tokens",
    responses: { 200: jsonResponse(personalKeysResponseSchema, "Oldest first") },
    handle: async (c) => ok(c, { data: (await listOwnKeys(c.var.ctx)).map(withId) }),
  })
  .post("/", {
    ...byProvedUser("none", "tell"),
    summary: "Create an API key for your programs; its token is shown only once",
    description: "At most 20 keys, and 600 calls per key and minute.",
    request: jsonBody(newPersonalKeySchema),
    responses: { 201: jsonResponse(newPersonalKeyResponseSchema, "The key and its token") },
    handle: async (c) => {
      const { key, token } = await createPersonalKey(c.var.ctx, c.req.valid("json"));
      return created(c, { message: t`Key created`, data: { ...withId(key), token } });
    },
  })
  .delete("/{id}", {
    ...byUser("none", "tell"),
    summary: "Revoke an API key immediately",
    request: { params: z.object({ id: z.string() }) },
    act: async (c) => {
      const { id } = c.req.valid("param");
      if (!isUuid(id)) throw keyNotFound();
      await revokePersonalKey(c.var.ctx, asId<PersonalKeyId>(id.toLowerCase()));
    },
    done: () => t`Key revoked`,
  });
