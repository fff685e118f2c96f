import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { writeMmdb } from "../../ip/countries/testing/write-mmdb";
import { examineCountries } from "./examine-countries";

const folder = mkdtempSync(join(tmpdir(), "fairclick-countries-"));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "good.mmdb"), writeMmdb({ "81.2.69.0/24": "GB" }));
writeFileSync(join(folder, "bad.mmdb"), "ip,country");

it.each([
  [null, "ok"],
  ["good.mmdb", "ok"],
  ["bad.mmdb", "warn"],
  ["missing.mmdb", "warn"],
])("%s: %s", async (name, status) => {
  const finding = await examineCountries({ geoDatabase: name && join(folder, name) });
  expect(finding.status).toBe(status);
});
