import { expect, it } from "vitest";
import { expandAlias, moveCommonOptions } from "./expand-args";
import { createProgram } from "./program";
import { silentHost } from "./silent-host";

it.each([
  ["--api X links list", "links list --api X"],
  ["--json --profile p links show L", "links show L --json --profile p"],
  ["--api=X -o csv links list -- --x", "links list --api=X -o csv -- --x"],
  ["links list --api X", "links list --api X"],
  ["--bogus links list", "--bogus links list"],
  ["version", "--version"],
  ["--api", "--api"],
  ["", ""],
])("%s becomes %s", (given, wanted) => {
  expect(moveCommonOptions(given.split(" ").filter(Boolean)).join(" ")).toBe(wanted);
});

it("expands an alias with its quoted words, and no command", () => {
  const program = createProgram(silentHost, { isJson: false, finish: () => {} });
  const aliases = {
    ring: 'clicks list --campaign "Tower of Tides" --signal vpn',
    links: "users list",
  };
  const expand = (...args: string[]) => expandAlias(args, { program, aliases });
  expect(expand("ring", "--limit", "5")).toEqual([
    "clicks",
    "list",
    "--campaign",
    "Tower of Tides",
    "--signal",
    "vpn",
    "--limit",
    "5",
  ]);
  expect(expand("links", "list")).toEqual(["links", "list"]);
  expect(expand("toString")).toEqual(["toString"]);
  expect(expand()).toEqual([]);
});
