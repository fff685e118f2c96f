import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { describeQueueOperations } from "./testing/operations-suite";

const { url } = await createTestDatabase();

describeQueueOperations("Operating the queues on Postgres", { databaseUrl: url, redisUrl: null });
