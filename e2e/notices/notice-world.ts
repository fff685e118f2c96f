import { randomUUID } from "node:crypto";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { hashPassword } from "@fairclick/services/accounts/passwords";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import type { Ctx } from "@fairclick/services/context";
import type { PaymentsCtx } from "@fairclick/services/money/stripe";
import {
  addCampaign,
  addPendingClicks,
  type NewCampaign,
  type TestClick,
} from "@fairclick/services/testing/marketplace";
import { operatorCtx } from "@fairclick/services/testing/operator-ctx";
import { retryOnce } from "@fairclick/sql/testing/retry-once";
import { addPerson } from "../payments/money";
import { createStripeApp, type StripeApp } from "../payments/stripe-app";

export const PASSWORD = "correct horse battery";
const HOUR_MS = 3_600_000;

/** A person who can prove who they are by `PASSWORD` and a session. */
export type Somebody = { id: UserId; token: string; email: string };

export type NoticeWorld = {
  app: StripeApp;
  system: PaymentsCtx;
  operator: Ctx;
  as: (userId: string) => PaymentsCtx;
  somebody: () => Promise<Somebody>;
  /** A campaign with one creator who joined. */
  joined: (given?: NewCampaign) => Promise<Joined>;
  /** Adds clicks of the last hour, each of another visitor. */
  visit: (link: Joined, clicks: number, more?: Partial<TestClick>) => Promise<string[]>;
  settle: () => Promise<unknown>;
  /** Delivers Stripe's events and runs all open jobs, as a worker. */
  work: () => Promise<unknown>;
};

export type Joined = { id: CampaignId; developerId: UserId; creatorId: UserId; code: string };

/** A marketplace that rolls every transaction back once and tries it again. */
export async function openNoticeWorld(): Promise<NoticeWorld> {
  const app = await createStripeApp();
  const db = retryOnce(app.db);
  const system: PaymentsCtx = { ...app.ctx, db };
  const operator = {
    ...(await operatorCtx(app.db, app.owner, system.now)),
    db,
    queue: system.queue,
  };
  const passwordHash = await hashPassword(PASSWORD);
  const now = () => system.now().getTime();
  const somebody = async () => {
    const { id, token, email } = await addPerson(app);
    await app.owner`
      update users set password_hash = ${passwordHash}, email_verified_at = now() where id = ${id}`;
    return { id: asId<UserId>(id), token, email };
  };
  const settle = () =>
    settleClicks(system, {
      ...{ watermark: new Date(now()), windowSeconds: 60, shard: 0, shards: 1, batchSize: 1_000 },
    });
  return {
    app,
    system,
    operator,
    somebody,
    settle,
    as: (userId) => ({ ...system, actor: { kind: "user", userId: asId<UserId>(userId) } }),
    joined: async (given = {}) => {
      const campaign = await addCampaign(app.db, given);
      const creator = await somebody();
      const code = randomUUID().slice(0, 8);
      await app.owner`
        insert into links (campaign_id, creator_id, code)
        values (${campaign.id}, ${creator.id}, ${code})`;
      const id = asId<CampaignId>(campaign.id);
      return { id, developerId: asId<UserId>(campaign.developerId), creatorId: creator.id, code };
    },
    visit: ({ id: campaignId, creatorId }, clicks, more = {}) =>
      addPendingClicks(
        app.db,
        Array.from({ length: clicks }, (_, n) => ({
          ...{ campaignId, creatorId, at: new Date(now() - HOUR_MS / 2 + n * 100) },
          ...more,
        })),
      ),
    work: async () => {
      await app.standIn.control("clock/settle");
      return app.work({ ...app.workerDeps, db });
    },
  };
}

/** What happens, and the user who receives the notice; null if operators do. */
export type Scenario = {
  to: UserId | null;
  change: () => Promise<unknown>;
  /** Each run that succeeds is a change of its own. Otherwise all runs are one change. */
  repeats?: true;
};

/** Prepares a change that writes a notice of a kind, by kind. */
export type Scenarios = Record<string, (world: NoticeWorld) => Promise<Scenario>>;
