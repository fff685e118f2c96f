import type { StoreHealth } from "./store-health";

/** Reads the answer to INFO, which is allowed where CONFIG is not. */
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
