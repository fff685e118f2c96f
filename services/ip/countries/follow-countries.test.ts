import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { followCountries, openCountries } from "./follow-countries";
import { writeMmdb } from "./testing/write-mmdb";

const log = pino({ level: "silent" });
const folder = mkdtempSync(join(tmpdir(), "fairclick-geo-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ranges = { "81.2.69.0/24": "GB", "89.160.20.112/28": "SE", "2001:218::/32": "JP" };

describe("openCountries", () => {
  const lookUp = openCountries(writeMmdb(ranges));

  it.each([
    ["81.2.69.0", "GB"],
    ["81.2.69.255", "GB"],
    ["81.2.70.0", null],
    ["89.160.20.127", "SE"],
    ["89.160.20.128", null],
    ["2001:218:1::9", "JP"],
    ["2001:219::1", null],
    ["127.0.0.1", null],
  ])("%s is in %s", (ip, country) => {
    expect(lookUp(ip)).toBe(country);
  });

  it("returns null for IPv6 addresses if the database has only IPv4", () => {
    const ipv4 = openCountries(writeMmdb({ "81.2.69.0/24": "GB" }, 4));
    expect([ipv4("81.2.69.1"), ipv4("2001:218::1")]).toEqual(["GB", null]);
  });

  it("accepts only two-letter country codes", () => {
    const odd = openCountries(writeMmdb({ "81.2.69.0/24": "Great Britain" }));
    expect(odd("81.2.69.1")).toBeNull();
  });

  it("throws if the file is not a country database", () => {
    expect(() => openCountries(Buffer.from("country,ip"))).toThrow();
  });
});

describe("followCountries", () => {
  it("returns no look-up without a database", async () => {
    const countries = followCountries(null, log);
    expect(await countries.get()).toBeNull();
    await countries.stop();
  });

  it("reads the file before the first look-up", async () => {
    const path = join(folder, "good.mmdb");
    writeFileSync(path, writeMmdb(ranges));
    const countries = followCountries(path, log);
    expect((await countries.get())?.("81.2.69.1")).toBe("GB");
    await countries.stop();
  });

  it.each(["missing.mmdb", "broken.mmdb"])(
    "goes on without what cannot be read: %s",
    async (name) => {
      writeFileSync(join(folder, "broken.mmdb"), "not a database");
      const countries = followCountries(join(folder, name), log);
      expect(await countries.get()).toBeNull();
      await countries.stop();
    },
  );
});
