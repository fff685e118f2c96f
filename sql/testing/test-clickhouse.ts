import { randomUUID } from "node:crypto";
import { afterAll, inject } from "vitest";
import { type ClickHouse, type ClickHouseConfig, openClickHouse, verbatim } from "../db/clickhouse";

declare module "vitest" {
  interface ProvidedContext {
    /** A server with ClickHouse's own engine, without data. */
    clickhouse: { url: string };
  }
}

export type TestClickHouse = { clickhouse: ClickHouse; config: ClickHouseConfig };

const DDL_MS = 60_000;

/** Creates an empty database, dropped after the test file. Call it at the top of a file. */
export async function createTestClickHouse(): Promise<TestClickHouse> {
  const { origin, username, password } = new URL(inject("clickhouse").url);
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  const config = { url: origin, username, password, database, cluster: null };
  const server = openClickHouse({ ...config, database: "default" });
  await server.execute(verbatim(`create database ${database}`), DDL_MS);
  const clickhouse = openClickHouse(config);
  afterAll(async () => {
    await clickhouse.close();
    await server.execute(verbatim(`drop database ${database}`), DDL_MS);
    await server.close();
  });
  return { clickhouse, config };
}
