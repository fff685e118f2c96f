import { openQueueOperations, replayRecorded } from "@fairclick/services/queue/operate-queues";
import { operatorCtx } from "@fairclick/services/testing/operator-ctx";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { pino } from "pino";
import { expect, it } from "vitest";

const { db, owner, url } = await createTestDatabase();

it("says that a queue in Postgres was restored with the database", async () => {
  const stores = { databaseUrl: url, redisUrl: null };
  const operations = openQueueOperations(stores, pino({ level: "silent" }));
  const operator = await operatorCtx(db, owner);
  await expect(
    replayRecorded(operator, operations, { reason: "restored", dryRun: false }),
  ).rejects.toThrow("The queue is in Postgres and was restored with it");
  await operations.close();
});
