import {
  doneResponseSchema,
  proofRequestSchema,
  proofResponseSchema,
} from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import {
  getProofState,
  proveByCode,
  proveByPassword,
} from "@fairclick/services/accounts/prove-identity";
import { requireUser } from "@fairclick/services/changes";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";
import { limitCodes, limitPasswords } from "./limit-guesses";
import { ownToken } from "./own-token";

export const proofRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "user",
      keyScope: "none",
      summary: "Get whether you proved your identity recently, and how you can prove it",
      responses: { 200: jsonResponse(proofResponseSchema, "The state of this session") },
    }),
    async (c) => c.json(await getProofState(c.var.ctx, ownToken(c)), 200),
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/",
      access: "user",
      keyScope: "none",
      summary: "Prove your identity in this session, with the password or a code of the app",
      description:
        "Counts for ten minutes in this session, like a sign-in. Calls that answer `proof_required` need it.",
      request: jsonBody(proofRequestSchema),
      responses: { 200: jsonResponse(doneResponseSchema, "Proved") },
    }),
    async (c) => {
      const token = ownToken(c);
      const input = c.req.valid("json");
      if ("password" in input) {
        await limitPasswords(c, () => proveByPassword(c.var.ctx, { token, ...input }));
      } else {
        await limitCodes(c, requireUser(c.var.ctx), () =>
          proveByCode(c.var.ctx, { token, ...input }),
        );
      }
      return ok(c, { message: t`Thank you.` });
    },
  );
