import { ownRedisDatabase } from "@fairclick/services/queue/testing/own-redis";
import { startBreakableProxy } from "@fairclick/services/testing/breakable-proxy";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { itSurvivesASlowStart, itSurvivesSilence } from "./testing/silence-suite";

const { db, owner, url } = await createTestDatabase();
const redisUrl = await ownRedisDatabase(14);
const postgresProxy = await startBreakableProxy(url);
const redisProxy = await startBreakableProxy(redisUrl);

itSurvivesSilence("goes on after all connections to Postgres fell silent, with a queue in Redis", {
  db,
  owner,
  databaseUrl: postgresProxy.url,
  redisUrl,
  proxy: postgresProxy,
});

itSurvivesSilence("goes on after all connections to Redis fell silent", {
  db,
  owner,
  databaseUrl: url,
  redisUrl: redisProxy.url,
  proxy: redisProxy,
});

itSurvivesASlowStart("runs every job after Redis was slow at its start", {
  db,
  databaseUrl: url,
  redisUrl: redisProxy.url,
  proxy: redisProxy,
});
