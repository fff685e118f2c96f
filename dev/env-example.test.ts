import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "@fairclick/services/config";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const example = Object.fromEntries(
  [...readFileSync(join(root, ".env.example"), "utf8").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
    ([, name, value]) => [name, value],
  ),
);

it("lists every setting and no other", () => {
  const config = readFileSync(join(root, "services", "config.ts"), "utf8");
  const [, schema = ""] = /environmentSchema = z\.object\(\{(.*?)^\}\);/ms.exec(config) ?? [];
  const names = [...schema.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(Object.keys(example).sort()).toEqual(names.sort());
});

it("changes nothing when it is copied as it stands", () => {
  const DATABASE_URL = "postgres://localhost/fairclick";
  expect(readConfig({ ...example, DATABASE_URL })).toEqual(readConfig({ DATABASE_URL }));
});
