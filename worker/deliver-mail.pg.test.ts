import { hashToken, makeToken } from "@fairclick/services/accounts/token";
import { addUser } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import type { Db } from "@fairclick/sql/db/client";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import type { WorkerDeps } from "./define-job";
import { deliverMailJob } from "./jobs";

const { db, owner } = await createTestDatabase();
const now = new Date("2026-06-01T00:00:00Z");
const mail = { smtpUrl: "smtp://unused", from: "mail@test.example", operatorAddresses: [] };
/** Only what the job reads. */
const deps = (given: { mail: typeof mail | null }) =>
  ({
    db: db as Db,
    log: systemCtx(db).log,
    now: () => now,
    config: { ...given, appUrl: "https://app.test" },
    mailer: null,
  }) as unknown as WorkerDeps;
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

/** A recovery after its waiting period. */
async function addDueRecovery(): Promise<string> {
  const userId = await addUser(db);
  const operatorId = crypto.randomUUID();
  await owner`insert into operators (id, name) values (${operatorId}, ${operatorId})`;
  await owner`
    insert into operator_tokens (token_hash, operator_id, scopes)
    values (${hashToken(makeToken())}, ${operatorId}, '{users:recover}')`;
  await owner`
    insert into recoveries (id, user_id, address, reason, requested_by, requested_at, due_at)
    select ${crypto.randomUUID()}, id, email, 'why', ${operatorId}, ${ago(73)}, ${ago(1)}
    from users where id = ${userId}`;
  return userId;
}

const finishedAt = async (userId: string) => {
  const [row] = await owner`select finished_at as at from recoveries where user_id = ${userId}`;
  return row?.at;
};

it("finishes no recovery without a mail server, which could send no link", async () => {
  const userId = await addDueRecovery();
  await deliverMailJob.run(deps({ mail: null }), {});
  expect(await finishedAt(userId)).toBeNull();
  await deliverMailJob.run(deps({ mail }), {});
  expect(await finishedAt(userId)).toEqual(now);
});

it("finishes each recovery once, however often it runs, and fails for a payload that is wrong", async () => {
  const userId = await addDueRecovery();
  await Promise.all([1, 2, 3].map(() => deliverMailJob.run(deps({ mail }), {})));
  await deliverMailJob.run(deps({ mail }), {});
  const notices = await owner`
    select from notices where user_id = ${userId} and kind = 'account.recovered'`;
  expect(notices).toHaveLength(1);
  await expect(deliverMailJob.run(deps({ mail }), "wrong")).rejects.toThrow(/not valid/);
});
