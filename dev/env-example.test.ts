import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig, settingNames } from "@fairclick/services/config";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const compose = readFileSync(join(root, "compose.yaml"), "utf8");
const example = Object.fromEntries(
  [...readFileSync(join(root, ".env.example"), "utf8").matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(
    ([, name, value]) => [name, value],
  ),
);

it("lists every setting, the variables of Docker Compose, and nothing else", () => {
  const read = (compose.match(/(?<=\$\{)[A-Z0-9_]+/g) ?? []).filter((name) => name !== "");
  const names = new Set([...settingNames, ...read]);
  expect(read).toContain("POSTGRES_OWNER_PASSWORD");
  expect(Object.keys(example).sort()).toEqual([...names].sort());
});

it("changes nothing if it is copied as it is", () => {
  const DATABASE_URL = "postgres://localhost/fairclick";
  expect(readConfig({ ...example, DATABASE_URL })).toEqual(readConfig({ DATABASE_URL }));
});
