import { expect, it } from "vitest";
import { moveCommonOptions } from "./command";

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
