import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { describePoison } from "./testing/poison-suite";

const { db, owner, url } = await createTestDatabase();

describePoison("Poison in a queue in Postgres", { db, owner, databaseUrl: url, redisUrl: null });
