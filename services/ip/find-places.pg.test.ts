import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { pino } from "pino";
import { afterEach, expect, it, vi } from "vitest";
import { openPlaces } from "./ip-data";
import { storeCountries } from "./testing/store-countries";

const { db, owner } = await createTestDatabase();
const log = pino({ level: "silent" });
const open = () => openPlaces(db, log);

afterEach(() => void vi.useRealTimers());

/** Stores a table in which 9.0.0.0/8 is in one country. */
const storeTable = (country: string, version: string) =>
  storeCountries(owner, `9.0.0.0,9.255.255.255,${country}`, version);

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
  expect(await openPlaces(broken, log).findCountry("9.9.9.9")).toBeNull();
});
