import type { CampaignId, CampaignKeyId, OperatorId, UserId } from "@fairclick/core/ids";
import type { Db } from "@fairclick/sql/db/client";
import type { Logger } from "pino";
import type { JobSender } from "./queue/job-queue";

export type Actor =
  | { kind: "public" }
  | { kind: "user"; userId: UserId }
  | { kind: "operator"; operatorId: OperatorId; scopes: readonly string[] }
  | { kind: "campaign"; campaignId: CampaignId; keyId: CampaignKeyId }
  | { kind: "system"; job: string };

/** Passed to every service: the actor, and its access to the outside world. */
export type Ctx = {
  actor: Actor;
  db: Db;
  now: () => Date;
  log: Logger;
  queue: JobSender;
};
