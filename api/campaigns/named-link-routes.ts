import { dollarsFromMicros } from "@fairclick/core/amounts";
import {
  linkLabelSchema,
  type NamedLink,
  namedLinkSchema,
} from "@fairclick/core/campaigns/named-links";
import { t } from "@fairclick/core/language/t";
import { itemResponse } from "@fairclick/core/schemas";
import {
  addNamedLink,
  listNamedLinks,
  type NamedLinkView,
  removeNamedLink,
} from "@fairclick/services/campaigns/links";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

const namedLinks = itemResponse(z.array(namedLinkSchema));

export const namedLinkRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/{campaignId}/names",
      access: "user",
      keyScope: "read",
      summary: "List the names of your link, each with its short address, clicks and earnings",
      request: { params: z.object({ campaignId: z.string() }) },
      responses: { 200: jsonResponse(namedLinks, "At most 20 names, then removed ones") },
    }),
    async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").campaignId);
      const named = await listNamedLinks(c.var.ctx, campaignId);
      const data = presentNamedLinks(named, c.var.deps.config.trackingUrl);
      return ok(c, { message: "Named links", data });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{campaignId}/names",
      access: "user",
      keyScope: "links",
      summary: "Add a name to your link, such as `bio`; what it earns is paid with the link",
      request: {
        params: z.object({ campaignId: z.string() }),
        ...jsonBody(z.object({ name: linkLabelSchema })),
      },
      responses: { 200: jsonResponse(namedLinks, "All names") },
    }),
    async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").campaignId);
      await addNamedLink(c.var.ctx, { campaignId, label: c.req.valid("json").name });
      const named = await listNamedLinks(c.var.ctx, campaignId);
      const data = presentNamedLinks(named, c.var.deps.config.trackingUrl);
      return ok(c, { message: t`Name added`, data });
    },
  )
  .openapi(
    defineRoute({
      method: "delete",
      path: "/{campaignId}/names/{name}",
      access: "user",
      keyScope: "links",
      summary: "Remove a name from your link; its address works on without the name",
      request: { params: z.object({ campaignId: z.string(), name: z.string() }) },
      responses: { 200: jsonResponse(namedLinks, "The other names") },
    }),
    async (c) => {
      const { name: label, campaignId: id } = c.req.valid("param");
      const campaignId = parseCampaignId(id);
      await removeNamedLink(c.var.ctx, { campaignId, label });
      const named = await listNamedLinks(c.var.ctx, campaignId);
      const data = presentNamedLinks(named, c.var.deps.config.trackingUrl);
      return ok(c, { message: t`Name removed`, data });
    },
  );

function presentNamedLinks(named: NamedLinkView[], trackingUrl: string): NamedLink[] {
  return named.map(({ code, removed, sums }) => {
    const [valid, invalid] = [Number(sums.valid), Number(sums.invalid)];
    const [held, unpaid] = [Number(sums.held), Number(sums.unpaid)];
    return {
      name: sums.label,
      link: `${trackingUrl}/r/${code}/${sums.label}`,
      removed,
      clicks: { total: valid + invalid + held + unpaid, valid, invalid, held, unpaid },
      earnings: dollarsFromMicros(sums.paidMicros),
    };
  });
}
