import { parseCountry } from "@fairclick/core/ip/country-number";
import { packRangeTable } from "@fairclick/core/ip/range-table";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { pino } from "pino";
import { afterEach, expect, it, vi } from "vitest";
import { openPlaces, type Places } from "./find-places";

const { db, owner } = await createTestDatabase();
const log = pino({ level: "silent" });
const opened: Places[] = [];
const open = (geoDatabase: string | null = null) => {
  const places = openPlaces(db, { geoDatabase }, log);
  opened.push(places);
  return places;
};

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(opened.splice(0).map(({ stop }) => stop()));
});

/** Stores a table in which 9.0.0.0 and everything after it is in one country. */
async function storeTable(country: string, version: string): Promise<void> {
  const none = { high: new Uint32Array(), low: new Uint32Array(), numbers: new Uint32Array() };
  const high = Uint32Array.of(9 * 2 ** 24);
  const numbers = Uint32Array.of(parseCountry(country) ?? 0);
  const packed = packRangeTable({ v4: { ...none, high, numbers }, v6: none });
  await owner`
    insert into ip_lists (name, class, source, version, ranges, networks, fetched_at, checked_at,
      tried_at, packed)
    values ('country-v4', 'country', 'https://lists.example', ${version}, 1, 1, now(), now(), now(),
      ${packed})
    on conflict (name) do update set version = excluded.version, packed = excluded.packed`;
}

it("finds no country without a table", async () => {
  expect(await open().findCountry("9.9.9.9")).toBeNull();
});

it("finds the country of an address, and none of a private one", async () => {
  await storeTable("DE", "1");
  const places = open();
  expect(await places.findCountry("9.9.9.9")).toBe("DE");
  for (const ip of ["10.0.0.1", "127.0.0.1", "8.8.8.8", "nonsense", ""]) {
    expect(await places.findCountry(ip), ip).toBeNull();
  }
});

it("uses a newer table ten minutes later", async () => {
  await storeTable("DE", "1");
  vi.useFakeTimers({ toFake: ["Date"] });
  const places = open();
  expect(await places.findCountry("9.9.9.9")).toBe("DE");
  await storeTable("FR", "2");
  expect(await places.findCountry("9.9.9.9")).toBe("DE");
  vi.setSystemTime(Date.now() + 601_000);
  expect(await places.findCountry("9.9.9.9")).toBe("FR");
});

it("finds none while the database does not respond: nobody is kept from signing in", async () => {
  const { db: broken } = await createTestDatabase();
  await broken.end();
  const places = openPlaces(broken, { geoDatabase: null }, log);
  opened.push(places);
  expect(await places.findCountry("9.9.9.9")).toBeNull();
});
