import { ownRedisDatabase } from "@fairclick/services/queue/testing/own-redis";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { describeApiProcess } from "./testing/process-suite";
import { describeRedirect } from "./testing/redirect-suite";

const { db, owner, url } = await createTestDatabase();

const stores = { db, owner, databaseUrl: url, redisUrl: await ownRedisDatabase(10) };

describeRedirect("The redirect with its queue in Redis", stores);
describeApiProcess("An api process with its queue in Redis", stores);
