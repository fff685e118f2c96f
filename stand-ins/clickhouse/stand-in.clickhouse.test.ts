import { Readable } from "node:stream";
import { ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { afterAll, expect, inject, it } from "vitest";

const { origin } = new URL(inject("clickhouse").url);
declare module "vitest" {
  interface ProvidedContext {
    /** A server with ClickHouse's own engine, without data. */
    clickhouse: { url: string };
  }
}

const log = { level: ClickHouseLogLevel.OFF };
const client = createClient({ url: origin, log });
afterAll(async () => {
  await client.command({ query: "drop table if exists stand_in" });
  await client.close();
});

async function read(query: string, query_params: Record<string, unknown> = {}) {
  return (await client.query({ query, query_params, format: "JSONEachRow" })).json();
}

it("binds parameters, whatever is in them", async () => {
  const text = "it's \\ {p0:String} \n --";
  const texts = [text, "'], ['", ""];
  expect(
    await read("select {a:String} as a, {b:Array(String)} as b", { a: text, b: texts }),
  ).toEqual([{ a: text, b: texts }]);
});

it("takes settings of a statement", async () => {
  const slow = {
    query: "select count() from numbers(1000000000000)",
    clickhouse_settings: { max_execution_time: 1 },
  };
  await expect(client.query({ ...slow, format: "JSONEachRow" })).rejects.toMatchObject({
    code: "159",
  });
});

it("stores rows with one token once", async () => {
  await client.command({
    query: `create table stand_in (id UInt64, name String) engine = MergeTree order by id
      settings non_replicated_deduplication_window = 100`,
  });
  const insert = async (lines: string, token: string) => {
    const { stream } = await client.exec({
      query: "insert into stand_in (id, name) format JSONEachRow",
      values: Readable.from([Buffer.from(lines)], { objectMode: false }),
      clickhouse_settings: { insert_deduplication_token: token },
    });
    await stream.toArray();
  };
  for (const token of ["a", "a", "it's"])
    await insert('{"id":1,"name":"x\\ny"}\n{"id":2,"name":"z"}\n', token);
  expect(
    await read("select id, name, count() as n from stand_in group by all order by id"),
  ).toEqual([
    { id: 1, name: "x\ny", n: 2 },
    { id: 2, name: "z", n: 2 },
  ]);
  await expect(insert('{"id":"one"}\n', "b")).rejects.toMatchObject({
    code: expect.stringMatching(/^\d+$/),
  });
});

it("answers errors with their codes, and refuses another password", async () => {
  await expect(read("select * from nothing")).rejects.toMatchObject({
    code: "60",
    type: "UNKNOWN_TABLE",
  });
  const stranger = createClient({ url: origin, password: "wrong", log });
  await expect(stranger.query({ query: "select 1" })).rejects.toMatchObject({ code: "516" });
  await stranger.close();
});
