import type { Policy } from "@fairclick/core/clicks/policy";
import { getOwnLink } from "@fairclick/services/campaigns/links";
import type { ClickSubscription } from "@fairclick/services/campaigns/live-clicks";
import { parseCampaignId } from "@fairclick/services/campaigns/parse-ids";
import { requireUser } from "@fairclick/services/changes";
import { getPolicyAt, readJudgingPolicies } from "@fairclick/services/clicks/policy";
import type { NoticeSubscription } from "@fairclick/services/notices/notices";
import type { LiveClickRow } from "@fairclick/sql/clicks/read-clicks";
import type { SSEMessage } from "hono/streaming";
import { z } from "zod";
import type { ApiDeps } from "../app-env";
import { presentLiveClick } from "../clicks/present-live-click";
import { defineRoute, newRouter } from "../define-route";
import { followAnswers } from "./follow-answers";
import { isReadable, readAnswer } from "./readable-routes";
import { createReadingTurns } from "./reading-turns";
import { eventStreamResponse, type StreamSource, streamEvents } from "./stream-events";

const MAX_READS = 12;
/** Answers that this process reads at the same time, each for another user. */
const READING_AT_ONCE = 8;
const turns = createReadingTurns(READING_AT_ONCE);

const address = z
  .string()
  .max(500)
  .refine(isReadable, { error: "This address cannot be followed" });

const querySchema = z.object({
  link: z.string().max(60).optional(),
  read: z.union([address, z.array(address).max(MAX_READS)]).optional(),
});

export const eventRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/",
    access: "user",
    keyScope: "none",
    summary: "Stream what changes: your unread notices, the clicks of a link, answers of this API",
    description: [
      "Server-sent events. `notices` has the number of unread notices: at once, then after each change, at most one event per second.",
      "With `link`, the id of a campaign that you have joined, `clicks` is a list of your link's clicks in their current state. The first event holds the latest clicks, or the clicks that changed since the event in `last-event-id`.",
      `With \`read\`, up to ${MAX_READS} addresses of this API such as \`/api/wallet/summary\`, \`answers\` reports them every ten seconds, and sooner after clicks: \`changed\` has the new answers, \`same\` the addresses whose answer is the one sent before.`,
      "A `beat` event every second keeps the connection open. The stream ends after five minutes; connect again to continue.",
    ].join("\n\n"),
    request: {
      query: querySchema,
      headers: z.object({ "last-event-id": z.string().optional() }),
    },
    responses: { 200: eventStreamResponse },
  }),
  async (c) => {
    const { deps, ctx, requestId, clientIp } = c.var;
    const { link, read = [] } = c.req.valid("query");
    const userId = requireUser(ctx);
    const own = link === undefined ? null : await getOwnLink(ctx, parseCampaignId(link));
    const reader = { deps, ctx, requestId, clientIp };
    const answers = followAnswers({
      userId,
      turns,
      addresses: [read].flat(),
      read: (path) => readAnswer(path, { reader, peerIp: c.env.peerIp }),
    });
    const { clickWindowSeconds: windowSeconds } = deps.config;
    const policy = await getPolicyAt(ctx.db.sql, { at: ctx.now(), windowSeconds });
    const notices = deps.liveNotices.follow({ userId, ip: clientIp });
    const sources = [noticeEvents(notices), answers];
    if (own) {
      const { campaignId, creatorId } = own;
      const since = parseMoment(c.req.valid("header")["last-event-id"]);
      try {
        const clicks = deps.liveClicks.follow({ link: { campaignId, creatorId }, since });
        sources.push(clickEvents(clicks, { deps, policy, onClicks: answers.changed }));
      } catch (error) {
        notices.stop();
        throw error;
      }
    }
    return streamEvents(c, sources);
  },
);

function parseMoment(text: string | undefined): Date | null {
  const parsed = z.iso.datetime().safeParse(text);
  return parsed.success ? new Date(parsed.data) : null;
}

function noticeEvents({ next, stop }: NoticeSubscription): StreamSource {
  return {
    stop,
    next: async () => {
      const unread = await next();
      return unread === null ? null : { event: "notices", data: JSON.stringify({ unread }) };
    },
  };
}

type ClicksDeps = { deps: ApiDeps; policy: Policy; onClicks: () => void };

function clickEvents(
  { next, stop }: ClickSubscription,
  { deps, policy, onClicks }: ClicksDeps,
): StreamSource {
  return {
    stop,
    next: async () => {
      const rows = await next();
      if (rows === null) return null;
      onClicks();
      const judgedBy = await readJudgingPolicies(deps.db.sql, rows, policy);
      return buildClicksEvent(rows, { now: deps.now(), judgedBy });
    },
  };
}

/**
 * Returns a `clicks` event. Its id is the time of the latest change, from which a reconnecting page
 * resumes.
 */
function buildClicksEvent(
  rows: LiveClickRow[],
  { now, judgedBy }: { now: Date; judgedBy: (row: LiveClickRow) => Policy },
): SSEMessage {
  const latest = Math.max(...rows.map(({ changedAt }) => changedAt.getTime()));
  return {
    event: "clicks",
    id: new Date(latest).toISOString(),
    data: JSON.stringify(rows.map((row) => presentLiveClick(row, { now, policy: judgedBy(row) }))),
  };
}
