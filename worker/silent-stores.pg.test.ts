import { startBreakableProxy } from "@fairclick/services/testing/breakable-proxy";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { itSurvivesASlowStart, itSurvivesSilence } from "./testing/silence-suite";

const { db, owner, url } = await createTestDatabase();
const proxy = await startBreakableProxy(url);

itSurvivesSilence("goes on after all connections to Postgres, its queue's too, fell silent", {
  db,
  owner,
  databaseUrl: proxy.url,
  redisUrl: null,
  proxy,
});

itSurvivesASlowStart("runs every job after Postgres, its queue's too, was slow at its start", {
  db,
  databaseUrl: proxy.url,
  redisUrl: null,
  proxy,
});
