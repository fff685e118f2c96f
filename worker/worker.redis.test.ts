import { ownRedisDatabase } from "@fairclick/services/queue/testing/own-redis";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { describeWorker } from "./testing/worker-suite";

const { db, owner, url } = await createTestDatabase();

describeWorker("A worker with its queue in Redis", {
  db,
  owner,
  databaseUrl: url,
  redisUrl: await ownRedisDatabase(11),
});
