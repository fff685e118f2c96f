import { describeQueueOperations } from "./testing/operations-suite";
import { ownRedisDatabase } from "./testing/own-redis";

describeQueueOperations("Operating the queues on Redis", {
  databaseUrl: "postgres://nobody@127.0.0.1:1/nothing",
  redisUrl: await ownRedisDatabase(12),
});
