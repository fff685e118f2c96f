import { doneResponseSchema } from "@fairclick/core/accounts/account";
import { agreementInputSchema } from "@fairclick/core/accounts/agreement";
import { t } from "@fairclick/core/language/t";
import { acceptTerms, checkAgreement } from "@fairclick/services/accounts/agreement";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";
import { refuseYoungBrowser } from "./age-cookie";

export const agreementRoutes = newRouter().openapi(
  defineRoute({
    method: "post",
    path: "/",
    access: "user",
    keyScope: "none",
    summary: "Accept the terms, and give your month of birth once",
    description:
      "Calls that join campaigns, fund them or move earnings answer 403 with `age_required` or `terms_required` until this is done, and `age_refused` below 13 years. A known month of birth is not changed.",
    request: jsonBody(agreementInputSchema),
    responses: { 200: jsonResponse(doneResponseSchema, "Recorded") },
  }),
  async (c) => {
    const input = c.req.valid("json");
    refuseYoungBrowser(c, () => checkAgreement(c.var.ctx, input));
    await acceptTerms(c.var.ctx, input);
    return ok(c, { message: t`Thank you.` });
  },
);
