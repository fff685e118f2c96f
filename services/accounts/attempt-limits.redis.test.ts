import { testRedisUrl } from "../testing/test-redis";
import { describeLimits } from "./testing/describe-limits";

describeLimits("limits in Redis", {
  databaseUrl: "postgres://nobody@127.0.0.1:1/nothing",
  redisUrl: testRedisUrl(),
});
