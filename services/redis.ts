import { type TracingChannel, tracingChannel } from "node:diagnostics_channel";
import { Cluster, Redis, type RedisOptions } from "ioredis";
import { type Config, ConfigError, splitRedisNodes } from "./config";

/** How long a client waits for a connection, and a producer or a health check for an answer. */
export const STORE_TIMEOUT_MS = 2_000;
const MAX_RECONNECT_PAUSE_MS = 1_000;
/** Clients that send nothing do not learn of new masters otherwise. */
const REFRESH_SLOTS_MS = 5_000;

type Limits = Pick<RedisOptions, "commandTimeout" | "maxRetriesPerRequest" | "socketTimeout"> & {
  /** False: a command fails at once while its node is away. True: it waits for the node. */
  waits: boolean;
};

/** Connects to the Redis of `REDIS_URL`, or to the Redis Cluster if it names several nodes. */
export function connectRedis(redisUrl: string, { waits, ...limits }: Limits): Redis | Cluster {
  const retryStrategy = (times: number) => Math.min(times * 100, MAX_RECONNECT_PAUSE_MS);
  const options = { connectTimeout: STORE_TIMEOUT_MS, keepAlive: 10_000, ...limits };
  const nodes = splitRedisNodes(redisUrl);
  const [first] = nodes;
  if (nodes.length === 1 || !first) {
    return new Redis(redisUrl, { retryStrategy, enableOfflineQueue: waits, ...options });
  }
  const { protocol, username, password } = first;
  const cluster = new Cluster(
    nodes.map(({ hostname, port }) => ({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port || 6379),
    })),
    {
      // Certificates name hosts, not addresses.
      dnsLookup: (host, done) => done(null, host),
      clusterRetryStrategy: retryStrategy,
      enableOfflineQueue: waits,
      // It would fail while its node is being connected.
      enableReadyCheck: false,
      slotsRefreshTimeout: STORE_TIMEOUT_MS,
      slotsRefreshInterval: REFRESH_SLOTS_MS,
      ...(waits ? {} : { maxRedirections: 3, retryDelayOnFailover: 0, retryDelayOnClusterDown: 0 }),
      redisOptions: {
        ...options,
        ...(username ? { username: decodeURIComponent(username) } : {}),
        ...(password ? { password: decodeURIComponent(password) } : {}),
        ...(protocol === "rediss:" ? { tls: {} } : {}),
      },
    },
  );
  // Without it, the first command would connect, and those beside it would fail.
  return cluster.on("+node", (node: Redis) => {
    if (!node.options.readOnly) node.connect().catch(() => {});
  });
}

export const ONE_NODE =
  "REDIS_URL names one node of a Redis Cluster: name several of its nodes, with commas between";
const NO_CLUSTER = "REDIS_URL names several hosts, but they are not a Redis Cluster";

/** True if a reply to INFO is from a node of a Redis Cluster. */
export function isClusterNode(info: string): boolean {
  return /^cluster_enabled:1/m.test(info);
}

/**
 * Throws a `ConfigError` if `REDIS_URL` names one node of a Redis Cluster, where only some queues
 * would work, or several that are none. A node that does not respond is accepted.
 */
export async function refuseUnsupportedStore({
  redisUrl,
}: Pick<Config, "redisUrl">): Promise<void> {
  const nodes = redisUrl === null ? [] : splitRedisNodes(redisUrl);
  for (const { href } of nodes.slice(0, 1)) {
    const redis = new Redis(href, {
      lazyConnect: true,
      connectTimeout: STORE_TIMEOUT_MS,
      commandTimeout: STORE_TIMEOUT_MS,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    }).on("error", () => {});
    const info = await redis.info().catch(() => null);
    redis.disconnect();
    if (info === null || isClusterNode(info) === nodes.length > 1) continue;
    throw new ConfigError([nodes.length > 1 ? NO_CLUSTER : ONE_NODE]);
  }
}

/**
 * Makes ioredis skip tracing without listeners. ioredis describes each command to a tracing channel
 * unless the channel has no subscribers. Bun 1.4.5 lacks `hasSubscribers`, which Node has, so every
 * command was described, with a copy of its payload, for nobody: a tenth of the cost of sending a
 * job.
 */
export function traceOnlyForListeners(): void {
  const channels: object = Object.getPrototypeOf(tracingChannel("ioredis:command"));
  if ("hasSubscribers" in channels) return;
  Object.defineProperty(channels, "hasSubscribers", {
    get(this: TracingChannel) {
      return (
        this.start.hasSubscribers ||
        this.end.hasSubscribers ||
        this.asyncStart.hasSubscribers ||
        this.asyncEnd.hasSubscribers ||
        this.error.hasSubscribers
      );
    },
  });
}
