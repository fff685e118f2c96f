/** What the store reports about itself; null if it does not say. */
export type StoreHealth =
  | { store: "postgres"; fsync: boolean; synchronousCommit: boolean }
  | {
      store: "redis";
      usedBytes: number | null;
      /** Null without a limit. */
      maxBytes: number | null;
      /** Share of the limit that is used, 1 is full; null without a limit. */
      usedShare: number | null;
      maxmemoryPolicy: string | null;
      appendOnly: boolean;
      /** False if the last write to the append-only file, or the last snapshot, failed. */
      lastAppendOk: boolean;
      lastSaveOk: boolean;
      cluster: boolean;
      loading: boolean;
    };

export type StoreVerdict = {
  /** Why the store cannot be used. */
  problems: string[];
  /** Why the store may lose jobs, or soon accept no more. */
  warnings: string[];
};

/** Above this share of `maxmemory` an operator should act: at 1 the store accepts nothing. */
const NEARLY_FULL = 0.8;

export const CLUSTER_REFUSED =
  "REDIS_URL is a node of a Redis Cluster: the queues need one Redis that holds all keys (with a replica if you like)";

export function judgeStore(health: StoreHealth): StoreVerdict {
  return health.store === "postgres" ? judgePostgres(health) : judgeRedis(health);
}

function judgePostgres(health: StoreHealth & { store: "postgres" }): StoreVerdict {
  const off = [
    ...(health.fsync ? [] : ["fsync"]),
    ...(health.synchronousCommit ? [] : ["synchronous_commit"]),
  ];
  return {
    problems: [],
    warnings: off.map(
      (name) => `Postgres runs with ${name} = off: a crash can lose acknowledged clicks`,
    ),
  };
}

function judgeRedis(health: StoreHealth & { store: "redis" }): StoreVerdict {
  const { usedBytes, maxBytes, usedShare } = health;
  const used = `${toMegabytes(usedBytes)} of ${toMegabytes(maxBytes)} MB`;
  const full = usedShare !== null && usedShare >= 1;
  const nearlyFull = usedShare !== null && usedShare >= NEARLY_FULL && !full;
  return {
    problems: [
      ...(health.cluster ? [CLUSTER_REFUSED] : []),
      ...(full
        ? [`Redis is full: ${used}; no job can be sent or taken. Raise maxmemory at once`]
        : []),
      ...(health.loading ? ["Redis is still loading its data from disk"] : []),
      ...(health.appendOnly && !health.lastAppendOk
        ? ["Redis could not write its append-only file and refuses jobs: look at its disk"]
        : []),
    ],
    warnings: [
      ...(health.appendOnly
        ? []
        : ["Redis runs without appendonly yes: a crash can lose acknowledged clicks"]),
      ...(health.maxmemoryPolicy === "noeviction"
        ? []
        : ["Redis may evict jobs: set maxmemory-policy noeviction"]),
      ...(nearlyFull ? [`Redis is nearly full: ${used}. Raise maxmemory`] : []),
      ...(health.lastSaveOk ? [] : ["Redis could not write its last snapshot: look at its disk"]),
    ],
  };
}

function toMegabytes(bytes: number | null): string {
  return bytes === null ? "?" : (bytes / 1_048_576).toFixed(1);
}

/** Parses the reply to INFO, which is allowed where CONFIG is not. */
export function readRedisInfo(info: string): StoreHealth & { store: "redis" } {
  const fields = new Map(
    info.split(/\r?\n/).map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const usedBytes = toNumber(fields.get("used_memory"));
  const limit = toNumber(fields.get("maxmemory"));
  const maxBytes = limit === 0 ? null : limit;
  return {
    store: "redis",
    usedBytes,
    maxBytes,
    usedShare: usedBytes !== null && maxBytes !== null ? usedBytes / maxBytes : null,
    maxmemoryPolicy: fields.get("maxmemory_policy") ?? null,
    appendOnly: fields.get("aof_enabled") === "1",
    lastAppendOk: fields.get("aof_last_write_status") !== "err",
    lastSaveOk: fields.get("rdb_last_bgsave_status") !== "err",
    cluster: fields.get("cluster_enabled") === "1",
    loading: fields.get("loading") === "1",
  };
}

function toNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}
