import { expect, it } from "vitest";
import { createShortcutReader } from "./shortcuts";

it("reads single keys and g with a letter", () => {
  const read = createShortcutReader();
  expect(read("?", 0)).toEqual({ act: "list" });
  expect(read("/", 1)).toEqual({ act: "search" });
  expect(read("n", 2)).toEqual({ act: "open", to: "/app/campaigns/create" });
  expect(read("g", 3)).toBeNull();
  expect(read("n", 4)).toEqual({ act: "open", to: "/app/notices" });
  expect(read("d", 5)).toBeNull();
});

it("forgets g after a wrong letter and after a pause", () => {
  const read = createShortcutReader();
  read("g", 0);
  expect(read("x", 1)).toBeNull();
  expect(read("d", 2)).toBeNull();
  read("g", 10);
  expect(read("d", 2_000)).toBeNull();
  read("g", 3_000);
  expect(read("d", 4_000)).toEqual({ act: "open", to: "/app/developer-hub" });
});

it("knows no shortcut for names that every object has", () => {
  expect(createShortcutReader()("constructor", 0)).toBeNull();
});
