import { describe, expect, it } from "vitest";
import { judgeStore, readRedisInfo } from "./queue-store";

const healthy = {
  used_memory: "1000000",
  maxmemory: "0",
  maxmemory_policy: "noeviction",
  loading: "0",
  rdb_last_bgsave_status: "ok",
  aof_enabled: "1",
  aof_last_write_status: "ok",
  cluster_enabled: "0",
};

const judge = (change: Partial<typeof healthy>) => {
  const lines = Object.entries({ ...healthy, ...change }).map(([name, text]) => `${name}:${text}`);
  return judgeStore(readRedisInfo(`# Server\r\n${lines.join("\r\n")}\r\n`));
};

describe("the health of a Redis", () => {
  it("is good with persistence, no eviction and free memory", () => {
    expect(judge({})).toEqual({ problems: [], warnings: [] });
    expect(judge({ maxmemory: "4000000" })).toEqual({ problems: [], warnings: [] });
  });

  it.each([
    [{ aof_enabled: "0" }, "appendonly yes"],
    [{ maxmemory_policy: "allkeys-lru" }, "noeviction"],
    [{ maxmemory: "1200000" }, "nearly full: 1.0 of 1.1 MB"],
    [{ rdb_last_bgsave_status: "err" }, "snapshot"],
  ])("is doubtful with %o", (change, text) => {
    const warnings = [expect.stringContaining(text)];
    expect(judge(change)).toEqual({ problems: [], warnings });
  });

  it.each([
    [{ maxmemory: "1000000" }, "Redis is full: 1.0 of 1.0 MB"],
    [{ aof_last_write_status: "err" }, "append-only file"],
    [{ cluster_enabled: "1" }, "Redis Cluster"],
    [{ loading: "1" }, "loading"],
  ])("is no good with %o", (change, text) => {
    const problems = [expect.stringContaining(text)];
    expect(judge(change)).toEqual({ problems, warnings: [] });
  });

  it("is doubtful if INFO is empty", () => {
    expect(judgeStore(readRedisInfo(""))).toMatchObject({
      problems: [],
      warnings: [expect.stringContaining("appendonly"), expect.stringContaining("noeviction")],
    });
  });
});

it("names the settings of Postgres under which clicks can be lost", () => {
  expect(judgeStore({ store: "postgres", fsync: true, synchronousCommit: true })).toEqual({
    problems: [],
    warnings: [],
  });
  expect(
    judgeStore({ store: "postgres", fsync: false, synchronousCommit: false }).warnings,
  ).toEqual([
    "Postgres runs with fsync = off: a crash can lose acknowledged clicks",
    "Postgres runs with synchronous_commit = off: a crash can lose acknowledged clicks",
  ]);
});
