import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { describeRedirect } from "./testing/redirect-suite";

const { db, owner, url } = await createTestDatabase();

describeRedirect("The redirect with its queue in Postgres", {
  db,
  owner,
  databaseUrl: url,
  redisUrl: null,
});
