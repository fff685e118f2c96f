import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeCommands } from "./describe-commands";

it("matches docs/cli.md (to update it, run `bun cli/reference/main.ts`)", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/cli.md"), "utf8");
  expect(page).toBe(describeCommands());
});
