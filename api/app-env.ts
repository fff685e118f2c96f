import type { Config } from "@fairclick/services/config";
import type { Ctx } from "@fairclick/services/context";
import type { JobSender } from "@fairclick/services/queue/job-sender";
import type { Db } from "@fairclick/sql/client";
import type { Logger } from "pino";
import type Stripe from "stripe";

/** Everything that an api process holds for as long as it lives. */
export type ApiDeps = {
  config: Config;
  db: Db;
  log: Logger;
  jobs: JobSender;
  now: () => Date;
  /** Null when no keys are configured: payment calls then answer 503. */
  stripe: Stripe | null;
};

export type AppEnv = {
  Variables: {
    deps: ApiDeps;
    ctx: Ctx;
    requestId: string;
    /** The client's address, seen through trusted proxies only. */
    clientIp: string;
  };
  Bindings: { peerIp: string };
};
