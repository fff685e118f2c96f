import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTempFolder } from "../testing/temp-folder";
import { findLocalStack, withLocalSettings } from "./target";

const folder = makeTempFolder();
const stopped = { DATA_DIR: join(folder, "nothing") };
const running = { DATA_DIR: folder };
writeFileSync(join(folder, "ports.json"), JSON.stringify({ api: 3123, stripe: null }));
writeFileSync(
  join(folder, "settings.json"),
  JSON.stringify({ DATABASE_URL: "postgres://local", LOG_LEVEL: "warn" }),
);

describe("beside a running stack", () => {
  it("finds its API, with or without a token", () => {
    expect(findLocalStack(running)).toEqual({ api: "http://localhost:3123", token: null });
    writeFileSync(join(folder, "operator-token"), "fco_local\n");
    expect(findLocalStack(running)?.token).toBe("fco_local");
  });

  it("uses its settings, but prefers the environment's", () => {
    const env = { ...running, LOG_LEVEL: "debug", DATABASE_URL: "" };
    expect(withLocalSettings(env)).toEqual({
      ...running,
      DATABASE_URL: "postgres://local",
      LOG_LEVEL: "debug",
    });
  });

  it("uses none of them for another database", () => {
    const env = { ...running, DATABASE_URL: "postgres://elsewhere" };
    expect(withLocalSettings(env)).toEqual(env);
  });
});

it("finds nothing if no stack runs", () => {
  expect(findLocalStack(stopped)).toBeNull();
  expect(withLocalSettings(stopped)).toEqual(stopped);
});
