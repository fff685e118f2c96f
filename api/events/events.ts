import { liveClickSchema } from "@fairclick/core/clicks/campaign-clicks";
import type { Policy } from "@fairclick/core/clicks/policy";
import { getOwnLink } from "@fairclick/services/campaigns/links";
import type { ClickSubscription } from "@fairclick/services/campaigns/live-clicks";
import { parseCampaignId } from "@fairclick/services/campaigns/read-campaigns";
import { requireUser } from "@fairclick/services/changes";
import { getPolicyAt, readJudgingPolicies } from "@fairclick/services/clicks/judging-policy";
import type { NoticeSubscription } from "@fairclick/services/notices/notices";
import type { LiveClickRow } from "@fairclick/sql/clicks/read-clicks";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { type SSEMessage, streamSSE } from "hono/streaming";
import { z } from "zod";
import { userRoutes } from "../accounts/profile";
import type { ApiDeps, AppEnv } from "../app-env";
import { campaignRoutes } from "../campaigns/campaigns";
import { joinRequestRoutes } from "../campaigns/join-requests";
import {
  campaignLinkRoutes,
  campaignStatsRoutes,
  linkRoutes,
  linkStatsRoutes,
} from "../campaigns/links";
import { campaignClickRoutes, ownClickRoutes, presentLiveClick } from "../clicks/own-clicks";
import { conversionRoutes } from "../conversions/conversions";
import { walletRoutes } from "../money/wallet";
import { webhookDeliveryRoutes } from "../notices/webhooks";
import { respondError } from "../respond";
import { byUser, Router } from "../router";

/** Pages report that the server does not answer after three seconds without a beat. */
const HEARTBEAT_MS = 1_000;
/** Bounds how long a revoked session keeps receiving events: reconnecting needs a valid token. */
const MAX_STREAM_MS = 300_000;
const RETRY_MS = 1_000;

/** Lets a page notice that the stream is dead. */
const beat = { event: "beat", data: "still here" };

const eventStreamResponse = {
  description: "A stream of events",
  content: { "text/event-stream": { schema: z.string() } },
};

/**
 * Events of one kind for a stream. `next` resolves with null when the stream has to end; `stop` makes
 * it do so.
 */
type StreamSource = { next: () => Promise<SSEMessage | null>; stop: () => void };

/**
 * Streams the events of several sources as server-sent events, until one of them ends, the client
 * leaves or five minutes pass.
 */
function streamEvents(c: Context<AppEnv>, sources: StreamSource[]): Response {
  const stopAll = () => {
    for (const source of sources) source.stop();
  };
  c.header("x-accel-buffering", "no");
  return streamSSE(c, async (stream) => {
    stream.onAbort(stopAll);
    const longest = setTimeout(stopAll, MAX_STREAM_MS);
    const heartbeat = setInterval(() => void stream.writeSSE(beat), HEARTBEAT_MS);
    const send = async ({ next }: StreamSource) => {
      for (let event = await next(); event !== null; event = await next()) {
        await stream.writeSSE(event);
      }
    };
    try {
      await stream.write(`retry: ${RETRY_MS}\n\n`);
      await Promise.race(sources.map(send));
    } catch (error) {
      // Hono would send the error's text to the client.
      c.var.deps.log.warn({ err: error }, "a stream of events ended early");
    }
    stopAll();
    clearTimeout(longest);
    clearInterval(heartbeat);
  });
}

/** Time between two readings of the answers (ms). */
const PERIOD_MS = 10_000;
/** Delay of the reading after `changed` (ms), so that clicks that arrive together cause one. */
const PAUSE_MS = 1_500;
/** Min time between two rounds, also after `changed` (ms). */
const MIN_PERIOD_MS = 5_000;
/** An answer is slow if reading it takes longer than this (ms). */
const SLOW_MS = 500;
/**
 * Min time from one reading of a slow answer to the next (ms), which skips every second round. Pages
 * poll only after 30 s without news.
 */
const REST_MS = 18_000;

type Answers = {
  addresses: string[];
  userId: string;
  turns: ReadingTurns;
  /** Returns an answer's JSON, or null if it cannot be read now. */
  read: (address: string) => Promise<string | null>;
};

export type AnswersSource = StreamSource & {
  /** Reports that the answers may have changed: the next reading is soon. */
  changed: () => void;
};

/**
 * Reads the answers repeatedly, one at a time. Each round is one `answers` event: `changed` has the addresses
 * with answers that differ from those sent before, and these answers; `same` has the other addresses.
 * An answer that cannot be read, or a slow one that was read in the previous round, is in neither list.
 */
export function followAnswers({ addresses, userId, turns, read }: Answers): AnswersSource {
  const sent = new Map<string, bigint | number>();
  /** When a slow answer may be read again, by address. */
  const restsUntil = new Map<string, number>();
  let stopped = false;
  let startedAt = performance.now();
  let dueAt = startedAt + PERIOD_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set while the source waits for its next round. */
  let begin: (() => void) | null = null;

  function schedule(): void {
    clearTimeout(timer);
    if (begin) timer = setTimeout(begin, stopped ? 0 : Math.max(0, dueAt - performance.now()));
  }

  async function waitForRound(): Promise<void> {
    await new Promise<void>((resolve) => {
      begin = resolve;
      schedule();
    });
    begin = null;
  }

  async function readInTurn(address: string): Promise<string | null> {
    if (stopped || (restsUntil.get(address) ?? 0) > startedAt) return null;
    return turns.take(userId, async () => {
      if (stopped) return null;
      const begunAt = performance.now();
      const json = await read(address);
      if (performance.now() - begunAt > SLOW_MS) restsUntil.set(address, begunAt + REST_MS);
      return json;
    });
  }

  async function readAll() {
    startedAt = performance.now();
    dueAt = startedAt + PERIOD_MS;
    const changed: { address: string; answer: unknown }[] = [];
    const same: string[] = [];
    for (const address of addresses) {
      const json = await readInTurn(address);
      if (json === null) continue;
      const hash = Bun.hash(json);
      if (sent.get(address) === hash) same.push(address);
      else changed.push({ address, answer: JSON.parse(json) });
      sent.set(address, hash);
    }
    return { changed, same };
  }

  return {
    next: async () => {
      await waitForRound();
      return stopped ? null : { event: "answers", data: JSON.stringify(await readAll()) };
    },
    stop: () => {
      stopped = true;
      schedule();
    },
    changed: () => {
      const soonest = Math.max(performance.now() + PAUSE_MS, startedAt + MIN_PERIOD_MS);
      dueAt = Math.min(dueAt, soonest);
      schedule();
    },
  };
}

type Reader = Omit<AppEnv["Variables"], "answers">;

const liveClicksSchema = z.array(liveClickSchema);

const readers = new WeakMap<Request, Reader>();

/** Paths that pages can follow; `*` matches one segment. */
const readable = [
  "/api/users/dashboard",
  "/api/campaigns/*",
  "/api/campaigns/*/stats",
  "/api/campaigns/*/stats/series",
  "/api/campaigns/*/stats/breakdown",
  "/api/campaigns/*/links",
  "/api/campaigns/*/join-requests",
  "/api/campaigns/*/conversions",
  "/api/campaigns/*/clicks",
  "/api/links/*/stats",
  "/api/links/*/stats/series",
  "/api/links/*/stats/breakdown",
  "/api/links/*/clicks",
  "/api/links/*/conversions",
  "/api/wallet/summary",
  "/api/wallet/earnings",
  "/api/wallet/transactions",
  "/api/webhooks/*/deliveries",
].map((path) => path.split("/"));

const routes = new OpenAPIHono<AppEnv>();
routes.onError((error, c) => respondError(error, c));
routes.use(async (c, next) => {
  const reader = readers.get(c.req.raw);
  if (!reader) return c.notFound();
  c.set("deps", reader.deps);
  c.set("ctx", reader.ctx);
  c.set("requestId", reader.requestId);
  c.set("clientIp", reader.clientIp);
  return next();
});
routes
  .route("/api/users", userRoutes.app)
  .route("/api/campaigns", campaignRoutes.app)
  .route("/api/campaigns", joinRequestRoutes.app)
  .route("/api/campaigns", campaignLinkRoutes.app)
  .route("/api/campaigns", campaignStatsRoutes.app)
  .route("/api/campaigns", campaignClickRoutes.app)
  .route("/api/links", linkRoutes.app)
  .route("/api", conversionRoutes.app)
  .route("/api/links", linkStatsRoutes.app)
  .route("/api/links", ownClickRoutes.app)
  .route("/api/wallet", walletRoutes.app)
  .route("/api/webhooks", webhookDeliveryRoutes.app);

/** True if pages may follow the answer at this address (`/api/wallet/summary`, with a query or not). */
function isReadable(address: string): boolean {
  const path = address.split("?", 1)[0] ?? "";
  // A backslash or an encoded dot would lead to a different route.
  if (URL.parse(`http://localhost${path}`)?.pathname !== path) return false;
  const segments = path.split("/");
  return readable.some(
    (pattern) =>
      pattern.length === segments.length &&
      pattern.every((part, place) => part === "*" || part === segments[place]),
  );
}

/**
 * Returns the JSON at a readable address as the caller of `reader` would receive it, or null if the
 * route refuses or fails. The call is not logged or counted as a request.
 */
async function readAnswer(
  address: string,
  { reader, peerIp }: { reader: Reader; peerIp: string },
): Promise<string | null> {
  const request = new Request(`http://localhost${address}`);
  readers.set(request, reader);
  const answer = await routes.fetch(request, { peerIp });
  return answer.status === 200 ? answer.text() : null;
}

/** Lets a limited number of reads run at the same time. */
type ReadingTurns = {
  /** Runs the read when it is its turn, and returns its result. */
  take: <Answer>(userId: string, read: () => Promise<Answer>) => Promise<Answer>;
};

type Waiting = { userId: string; start: () => void };

/**
 * Each user has at most one turn at a time, and the others wait in the order of their arrival: many
 * streams of one user, or slow reads, cannot keep other users from theirs.
 */
export function createReadingTurns(atOnce: number): ReadingTurns {
  const reading = new Set<string>();
  const waiting: Waiting[] = [];

  function startNext(): void {
    while (reading.size < atOnce) {
      const place = waiting.findIndex(({ userId }) => !reading.has(userId));
      const [next] = place < 0 ? [] : waiting.splice(place, 1);
      if (!next) return;
      reading.add(next.userId);
      next.start();
    }
  }

  return {
    take: async (userId, read) => {
      await new Promise<void>((start) => {
        waiting.push({ userId, start });
        startNext();
      });
      try {
        return await read();
      } finally {
        reading.delete(userId);
        startNext();
      }
    },
  };
}

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

export const eventRoutes = new Router().get("/", {
  ...byUser("none", "open"),
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
  handle: async (c) => {
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
});

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
  const clicks = rows.map((row) => presentLiveClick(row, { now, policy: judgedBy(row) }));
  const latest = Math.max(...rows.map(({ changedAt }) => changedAt.getTime()));
  return {
    event: "clicks",
    id: new Date(latest).toISOString(),
    data: JSON.stringify(z.encode(liveClicksSchema, clicks)),
  };
}
