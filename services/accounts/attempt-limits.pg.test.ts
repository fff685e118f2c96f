import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { describeLimits } from "./testing/describe-limits";

const { url } = await createTestDatabase();

describeLimits("limits in Postgres", { databaseUrl: url, redisUrl: null });
