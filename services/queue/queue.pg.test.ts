import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { describeQueue } from "./testing/queue-suite";

const { url } = await createTestDatabase();

describeQueue("The queue on Postgres", { databaseUrl: url, redisUrl: null });
