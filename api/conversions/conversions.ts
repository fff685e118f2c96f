import { clickThroughRate, costPerClickMicros } from "@fairclick/core/campaigns/estimates";
import {
  campaignConversionsSchema,
  campaignKeySchema,
  eventsRequestSchema,
  linkConversionsSchema,
  newKeyResponseSchema,
  newKeySchema,
  type ReportResult,
  reportsRequestSchema,
  reportsResponseSchema,
} from "@fairclick/core/conversions/conversions";
import {
  computePercent,
  JOINED,
  type Retention,
  refusalMessages,
  retentionDays,
  retentionTier,
} from "@fairclick/core/conversions/report";
import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignKeyId, isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { dataResponse, itemResponse } from "@fairclick/core/schemas";
import { parseCampaignId } from "@fairclick/services/campaigns/read-campaigns";
import { type ReportOutcome, reportConversions } from "@fairclick/services/conversions/conversions";
import {
  type CampaignConversions,
  createKey,
  getCampaignConversions,
  getLinkConversions,
  type LinkConversions,
  listKeys,
  revokeKey,
  setEvents,
} from "@fairclick/services/conversions/read-conversions";
import type { CreatorCountRow, RetentionRow } from "@fairclick/sql/conversions/conversions";
import { z } from "zod";
import { presentCounts, spentMicros } from "../campaigns/present-campaign";
import { created, ok } from "../respond";
import { byUser, jsonBody, jsonResponse, Router } from "../router";

const isRefused = ({ status }: ReportOutcome) => status === "refused";

export const conversionRoutes = new Router()
  .post("/conversions", {
    access: "campaign",
    limit: "report",
    summary: "Report conversions of clicks, up to 1,000 per request",
    request: jsonBody(reportsRequestSchema),
    responses: {
      200: jsonResponse(reportsResponseSchema, "The outcome of each report, in request order"),
    },
    handle: async (c) => {
      const body = c.req.valid("json");
      const reports = Array.isArray(body) ? body : [body];
      const outcomes = await reportConversions(c.var.ctx, reports);
      const refused = outcomes.filter(isRefused).length;
      const results = reports.flatMap((each, at) => {
        const outcome = outcomes[at];
        return outcome ? [presentReport(each, outcome)] : [];
      });
      const accepted = outcomes.length - refused;
      return ok(c, { accepted, refused, results });
    },
  })
  .get("/campaigns/{id}/conversions", {
    ...byUser("read"),
    summary:
      "Get conversions, their value and retention of your campaign, in total and per creator",
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: jsonResponse(itemResponse(campaignConversionsSchema), "Counts and rates") },
    handle: async (c) => {
      const id = parseCampaignId(c.req.valid("param").id);
      const data = presentCampaignConversions(await getCampaignConversions(c.var.ctx, id));
      return ok(c, { message: "Conversions", data });
    },
  })
  .put("/campaigns/{id}/events", {
    ...byUser("campaigns", "write"),
    summary: "Set the events of your campaign and which event is the conversion",
    request: { params: z.object({ id: z.string() }), ...jsonBody(eventsRequestSchema) },
    responses: { 200: jsonResponse(itemResponse(campaignConversionsSchema), "Counts and rates") },
    handle: async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").id);
      const { own, conversion } = c.req.valid("json");
      await setEvents(c.var.ctx, { campaignId, names: own, conversion });
      const data = presentCampaignConversions(await getCampaignConversions(c.var.ctx, campaignId));
      return ok(c, { message: t`Events saved`, data });
    },
  })
  .get("/links/{campaignId}/conversions", {
    ...byUser("read"),
    summary: "Get impressions, conversions and retention of your link",
    request: { params: z.object({ campaignId: z.string() }) },
    responses: { 200: jsonResponse(itemResponse(linkConversionsSchema), "Counts and rates") },
    handle: async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").campaignId);
      const data = presentLinkConversions(await getLinkConversions(c.var.ctx, campaignId));
      return ok(c, { message: "Conversions", data });
    },
  });

const idParams = z.object({ id: z.string() });
const keyParams = idParams.extend({ keyId: z.string() });

export const campaignKeyRoutes = new Router()
  .get("/{id}/keys", {
    ...byUser("read"),
    summary: "List the API keys of your campaign",
    request: { params: idParams },
    responses: {
      200: jsonResponse(dataResponse(z.array(campaignKeySchema)), "Oldest first"),
    },
    handle: async (c) => {
      const keys = await listKeys(c.var.ctx, parseCampaignId(c.req.valid("param").id));
      return ok(c, { data: keys });
    },
  })
  .post("/{id}/keys", {
    ...byUser("none", "tell"),
    summary: "Create an API key; its token is shown only once",
    request: { params: idParams, ...jsonBody(newKeySchema) },
    responses: { 201: jsonResponse(newKeyResponseSchema, "The key and its token") },
    handle: async (c) => {
      const campaignId = parseCampaignId(c.req.valid("param").id);
      const { key, token } = await createKey(c.var.ctx, { campaignId, ...c.req.valid("json") });
      return created(c, { message: t`Key created`, data: { ...key, token } });
    },
  })
  .delete("/{id}/keys/{keyId}", {
    ...byUser("none", "tell"),
    summary: "Revoke a key immediately",
    request: { params: keyParams },
    responses: {
      200: jsonResponse(z.object({ status: z.literal("success"), message: z.string() }), "Revoked"),
    },
    handle: async (c) => {
      await revokeKey(c.var.ctx, parseKey(c.req.valid("param")));
      return ok(c, { message: t`Key revoked` });
    },
  });

function parseKey({ id, keyId }: { id: string; keyId: string }) {
  if (!isUuid(keyId)) throw new AppError("not_found", t`There is no such key`);
  return { campaignId: parseCampaignId(id), keyId: asId<CampaignKeyId>(keyId.toLowerCase()) };
}

function presentReport(
  { clickId, event }: { clickId: string; event: string },
  outcome: ReportOutcome,
): ReportResult {
  const reason = outcome.status === "refused" ? outcome.reason : null;
  const message = reason && refusalMessages[reason];
  return { clickId, event, status: outcome.status, reason, message };
}

function presentCampaignConversions(found: CampaignConversions) {
  const { campaign, creators, events, keys } = found;
  const figures = presentFigures(found, campaign.valid);
  const cost = costPerClickMicros(spentMicros(campaign), figures.conversions);
  return {
    ...figures,
    ownEvents: events.own,
    freePlayers: found.freePlayers,
    costPerConversion: cost,
    keys,
    creators: creators.map((creator) => presentCreator(creator, found)),
    latest: presentLatest(found),
  };
}

function presentLinkConversions(found: LinkConversions) {
  const { link, impressions } = found;
  return {
    ...presentFigures(found, link.valid),
    impressions,
    ctr: clickThroughRate(presentCounts(link).total, impressions),
  };
}

function presentFigures(
  { events, counts, retention, uncounted }: Omit<LinkConversions, "link" | "impressions">,
  validClicks: bigint,
) {
  const conversions = counts.find(({ event }) => event === events.conversion)?.conversions ?? 0n;
  const names = new Set([JOINED, ...events.own, ...counts.map(({ event }) => event)]);
  const byName = new Map(counts.map((count) => [count.event, count]));
  return {
    conversion: events.conversion,
    conversions,
    conversionRate: computePercent(conversions, validClicks),
    value: counts.reduce((sum, { valueMicros }) => sum + valueMicros, 0n),
    waiting: uncounted.waiting + uncounted.held,
    events: [...names].map((event) => ({
      event,
      conversions: byName.get(event)?.conversions ?? 0n,
      value: byName.get(event)?.valueMicros ?? 0n,
    })),
    retention: retentionDays.map((day) => ({ day, ...presentRetention(sumUp(retention[day])) })),
    retentionTier: retentionTier(sumUp(retention[1])),
  };
}

function presentCreator(creator: CreatorCountRow, found: CampaignConversions) {
  const isOwn = ({ creatorId }: { creatorId: string }) => creatorId === creator.creatorId;
  const retention = sumUp(found.retention[1].filter(isOwn));
  return {
    ...creator,
    userId: creator.creatorId,
    conversionRate: computePercent(creator.conversions, creator.validClicks),
    value: creator.valueMicros,
    retention: { day: 1 as const, ...presentRetention(retention) },
    retentionTier: retentionTier(retention),
  };
}

function sumUp(rows: RetentionRow[]): Retention {
  return {
    arrived: Number(rows.reduce((sum, { arrived }) => sum + arrived, 0n)),
    returned: Number(rows.reduce((sum, { returned }) => sum + returned, 0n)),
  };
}

function presentRetention({ arrived, returned }: Retention) {
  return { arrived, returned, percent: computePercent(returned, arrived) };
}

/** Returns the later of the last real report and the last test report; null if there is neither. */
function presentLatest({ keys, latest }: CampaignConversions) {
  const tests = keys.flatMap(({ name, testedAt, testedEvent }) =>
    testedAt && testedEvent ? [{ at: testedAt, event: testedEvent, test: true, key: name }] : [],
  );
  const real = latest
    ? [{ at: latest.receivedAt, event: latest.event, test: false, key: null }]
    : [];
  const [newest] = [...tests, ...real].sort((a, b) => b.at.getTime() - a.at.getTime());
  return newest ?? null;
}
