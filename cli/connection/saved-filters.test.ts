import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { HOSTILE } from "../testing/hostile";
import { makeTempFolder } from "../testing/temp-folder";
import {
  deleteSavedFilter,
  getSavedFilter,
  readSavedFilters,
  savedFiltersFile,
  saveFilter,
} from "./saved-filters";

const root = makeTempFolder();
let folders = 0;
const newEnv = () => {
  folders += 1;
  return { XDG_CONFIG_HOME: join(root, String(folders)) };
};
const farms = { name: "night farms", text: "held signal:vpn from:8h" };

function write(text: string) {
  const env = newEnv();
  const file = savedFiltersFile(env);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return { env, file };
}

describe("saved filters", () => {
  it("are kept by name, sorted, readable by their owner only", () => {
    const env = newEnv();
    expect(readSavedFilters(env)).toEqual(new Map());
    const before = process.umask(0);
    try {
      saveFilter(env, farms);
      saveFilter(env, { name: " all ", text: "any 10.0.0.0/8" });
    } finally {
      process.umask(before);
    }
    expect([...readSavedFilters(env)]).toEqual([
      ["all", "any 10.0.0.0/8"],
      ["night farms", farms.text],
    ]);
    const file = savedFiltersFile(env);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(file))).toEqual(["filters.json"]);
    deleteSavedFilter(env, "all");
    deleteSavedFilter(env, "none");
    expect([...readSavedFilters(env).keys()]).toEqual(["night farms"]);
  });

  it("are not replaced, and are named if another one is not found", () => {
    const env = newEnv();
    expect(() => getSavedFilter(env, "farms")).toThrow("no saved filter");
    saveFilter(env, farms);
    expect(() => saveFilter(env, { ...farms, text: "any" })).toThrow("exists already");
    expect(getSavedFilter(env, farms.name)).toBe(farms.text);
    expect(() => getSavedFilter(env, HOSTILE)).toThrow(
      expect.objectContaining({
        failure: expect.objectContaining({ code: "not_found", hint: "Saved: night farms." }),
      }),
    );
  });

  it.each([
    ["", "held"],
    [".hidden", "held"],
    ["a/b", "held"],
    ["x".repeat(41), "held"],
    [HOSTILE, "held"],
    ["long", "x".repeat(501)],
    ["hostile", HOSTILE],
  ])("have printable names and texts of a limited length: %j", (name, text) => {
    const env = newEnv();
    expect(() => saveFilter(env, { name, text })).toThrow();
    expect([...readSavedFilters(env)]).toEqual([]);
  });

  it("have a limited number", () => {
    const env = newEnv();
    for (let n = 0; n < 100; n += 1) saveFilter(env, { name: `f${n}`, text: "held" });
    expect(() => saveFilter(env, { name: "more", text: "held" })).toThrow("At most 100");
  });

  it.each([
    ["cut off", '{"farms": "he'],
    ["of another shape", '{"farms": {"text": "held"}}'],
    ["with a hostile name", JSON.stringify({ [HOSTILE]: "held" })],
    ["with a hostile filter", JSON.stringify({ farms: HOSTILE })],
    ["with a filter that is too long", JSON.stringify({ farms: "x".repeat(501) })],
    ["that is too large", `{"farms":"held"}${" ".repeat(100_001)}`],
  ])("of a file %s are refused, and the file stays as it is", (_, text) => {
    const { env, file } = write(text);
    expect(() => readSavedFilters(env)).toThrow("is damaged");
    expect(() => saveFilter(env, farms)).toThrow("is damaged");
    expect(() => deleteSavedFilter(env, "farms")).toThrow("is damaged");
    expect(readFileSync(file, "utf8")).toBe(text);
  });
});
