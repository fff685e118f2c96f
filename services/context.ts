import type { KeyScope } from "@fairclick/core/accounts/keys";
import type {
  CampaignId,
  CampaignKeyId,
  OperatorId,
  PersonalKeyId,
  UserId,
} from "@fairclick/core/ids";
import type { Db } from "@fairclick/sql/db/client";
import type { Logger } from "pino";
import type { JobSender } from "./queue/job-queue";

export type Actor =
  | { kind: "public" }
  | { kind: "user"; userId: UserId; key?: PersonalKey }
  | OperatorActor
  | { kind: "campaign"; campaignId: CampaignId; keyId: CampaignKeyId }
  | { kind: "system"; job: string };

export type OperatorActor = {
  kind: "operator";
  operatorId: OperatorId;
  name: string;
  scopes: readonly string[];
  /** Differs for each call of the API. What one call changes is one act. */
  callId: string;
};

/** The personal key that a program sent; a person who signed in sends none. */
export type PersonalKey = { id: PersonalKeyId; scopes: readonly KeyScope[] };

/** Passed to every service: the actor, and its access to the outside world. */
export type Ctx = {
  actor: Actor;
  db: Db;
  now: () => Date;
  log: Logger;
  queue: JobSender;
};
