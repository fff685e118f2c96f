import { uploadedCoverSchema } from "@fairclick/core/campaigns/covers";
import { t } from "@fairclick/core/language/t";
import { itemResponse } from "@fairclick/core/schemas";
import { uploadCover } from "@fairclick/services/campaigns/covers";
import { requireUser } from "@fairclick/services/changes";
import { z } from "zod";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const coverRoutes = newRouter().openapi(
  defineRoute({
    method: "post",
    path: "/",
    access: "user",
    keyScope: "campaigns",
    summary: "Upload an image for a campaign's cover: PNG, JPEG, WebP, GIF or AVIF, under 5 MB",
    request: {
      body: { required: true, content: { "image/*": { schema: z.string() } } },
    },
    responses: {
      200: jsonResponse(itemResponse(uploadedCoverSchema), "The hash that names the image"),
    },
  }),
  async (c) => {
    const { limits, pictures } = c.var.deps;
    await limits.take("coverAccount", requireUser(c.var.ctx));
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    const hash = await uploadCover(c.var.ctx, bytes, pictures);
    return ok(c, { message: t`Image stored`, data: { hash } });
  },
);
