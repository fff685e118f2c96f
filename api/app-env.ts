import type { AttemptLimits } from "@fairclick/services/accounts/limits";
import type { Pictures } from "@fairclick/services/campaigns/covers";
import type { LiveClicks } from "@fairclick/services/campaigns/live-clicks";
import type { Config } from "@fairclick/services/config";
import type { Ctx } from "@fairclick/services/context";
import type { ExportPlaces } from "@fairclick/services/files";
import type { Places } from "@fairclick/services/ip/ip-data";
import type { LiveNotices } from "@fairclick/services/notices/notices";
import type { VitalsReader } from "@fairclick/services/operations/vitals";
import type { FetchImage, FetchPage } from "@fairclick/services/outgoing";
import type { JobQueue } from "@fairclick/services/queue/jobs";
import type { QueueOperations } from "@fairclick/services/queue/operate-queues";
import type { Db } from "@fairclick/sql/db/client";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type Stripe from "stripe";
import type { z } from "zod";

/** What an api process opens once and shares between requests. */
export type ApiDeps = {
  config: Config;
  db: Db;
  log: Logger;
  queue: JobQueue;
  /** Only operators' routes use it. */
  queues: QueueOperations;
  limits: AttemptLimits;
  liveClicks: LiveClicks;
  liveNotices: LiveNotices;
  takeExportPlace: ExportPlaces;
  pictures: Pictures;
  fetchPage: FetchPage;
  fetchImage: FetchImage;
  places: Places;
  metrics: Registry;
  readVitals: VitalsReader;
  /** How many links this process can redirect without Postgres. */
  countCachedLinks: () => number;
  now: () => Date;
  /** Null when no keys are configured: payment calls then answer 503. */
  stripe: Stripe | null;
};

export type AnswerSchemas = Record<
  number,
  { content?: Record<string, { schema: z.core.$ZodType }> }
>;

export type AppEnv = {
  Variables: {
    deps: ApiDeps;
    ctx: Ctx;
    requestId: string;
    /** The client's IP address; `x-forwarded-for` counts only from trusted proxies. */
    clientIp: string;
    answers: AnswerSchemas;
  };
  Bindings: {
    peerIp: string;
    /** Turns off the idle timeout for this request; for work that may take minutes. */
    waitForAnswer?: () => void;
  };
};
