import { expect, it } from "vitest";
import { createTestDatabase } from "../testing/test-database";

const { db } = await createTestDatabase();

it.each([
  "like:0123456789abcdef0123",
  "cookie:0190a5f0-7b1c-7000-8000-00000000abcd",
  "cookie:0190a5f0-7b1c-7000-8000-00000000abcd.0190a5f0-7b1c-7000-8000-0000000000ff",
  // What no device of ours is named: as long as one of ours, upper case, more than ASCII, nothing.
  "like:0123456789ABCDEF0123",
  "like:0123456789abcdef012g",
  "cookie:0190A5F0-7b1c-7000-8000-00000000abcd",
  "cookie:0190a5f0-7b1c-7000-8000-00000000abcd.0190a5f0-7b1c-7000-8000-0000000000f",
  "cookie:",
  "Gerät 'x' \\ \u2028",
  "",
])("keeps the device key %j through its packing", async (key) => {
  const [row] = await db.sql<{ key: string; bytes: number }[]>`
    select unpack_device(pack_device(${key})) as key, length(pack_device(${key})) as bytes`;
  expect(row?.key).toBe(key);
  expect(row?.bytes).toBeLessThanOrEqual(Buffer.byteLength(key) + 1);
});

it("packs the keys of devices into 11, 17 or 33 bytes, and none into none", async () => {
  const id = crypto.randomUUID();
  const [row] = await db.sql`
    select length(pack_device(${`cookie:${id}`})) as cookie, length(pack_device(${`cookie:${id}.${id}`})) as named,
      length(pack_device(${`like:${id.replaceAll("-", "").slice(12)}`})) as weak, pack_device(null) as none,
      unpack_device(null) as "noText"`;
  expect(row).toEqual({ cookie: 17, named: 33, weak: 11, none: null, noText: null });
});

it("packs within the statement: a function that is called plans itself for each click", async () => {
  const plan = await db.sql<{ line: string }[]>`
    explain (verbose, costs off) select pack_device(p.device_key), unpack_device(v.device_key)
    from pending_clicks p, click_visitors v`;
  expect(JSON.stringify(plan)).toContain("translate");
  expect(JSON.stringify(plan)).not.toMatch(/pack_device/);
});
