import { ownRedisDatabase } from "@fairclick/services/queue/testing/own-redis";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { describePoison } from "./testing/poison-suite";

const { db, owner, url } = await createTestDatabase();

describePoison("Poison in a queue in Redis", {
  db,
  owner,
  databaseUrl: url,
  redisUrl: await ownRedisDatabase(13),
});
