import { ownRedisDatabase } from "@fairclick/services/queue/testing/own-redis";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { describeRedirect } from "./testing/redirect-suite";

const { db, owner, url } = await createTestDatabase();

describeRedirect("The redirect with its queue in Redis", {
  db,
  owner,
  databaseUrl: url,
  redisUrl: await ownRedisDatabase(10),
});
