import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listBrowserStorage } from "@fairclick/core/operations/privacy";
import { Glob } from "bun";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Returns what these sources name by constants that match. */
function findNames(pattern: string, constant: RegExp): string[] {
  const files = [...new Glob(pattern).scanSync(root)].filter(
    (file) => !file.includes("node_modules") && !file.includes(".test."),
  );
  const texts = files.map((file) => readFileSync(join(root, file), "utf8"));
  return texts.flatMap((text) => [...text.matchAll(constant)].map(([, name]) => name ?? "")).sort();
}

const listed = (place: string) =>
  listBrowserStorage()
    .filter((item) => item.place === place)
    .map(({ name }) => name);

it("lists every cookie that the api or the app sets", () => {
  const names = [
    ...findNames("api/**/*.ts", /(?:name:|NAME =) "(fc_[a-z_]+)"/g),
    ...findNames("core/**/*.ts", /COOKIE = "(fc_[a-z_]+)"/g),
  ];
  const found = [...new Set(names)].toSorted();
  expect(found.length).toBeGreaterThan(4);
  expect(listed("cookie").toSorted()).toEqual(found);
});

it("lists every key that the app stores", () => {
  const found = findNames(
    "web/src/**/*.{ts,tsx}",
    /^(?:export )?const (?:\w+_)?KEY = "([\w-]+)"/gm,
  );
  // The router keeps one of its own.
  const own = [...listed("local storage"), ...listed("session storage")].filter(
    (name) => !name.startsWith("tsr-"),
  );
  expect(own.toSorted()).toEqual(found);
});
