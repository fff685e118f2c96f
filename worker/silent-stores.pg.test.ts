import { startBreakableProxy } from "@fairclick/services/testing/breakable-proxy";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { itSurvivesSilence } from "./testing/silence-suite";

const { db, owner, url } = await createTestDatabase();
const proxy = await startBreakableProxy(url);

itSurvivesSilence("goes on after all connections to Postgres, its queue's too, fell silent", {
  db,
  owner,
  databaseUrl: proxy.url,
  redisUrl: null,
  proxy,
});
