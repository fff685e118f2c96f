import { ownRedisDatabase } from "./testing/own-redis";
import { describeQueue } from "./testing/queue-suite";

describeQueue("The queue on Redis", {
  databaseUrl: "postgres://nobody@127.0.0.1:1/nothing",
  redisUrl: await ownRedisDatabase(9),
});
