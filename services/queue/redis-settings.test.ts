import { expect, it } from "vitest";
import { findWarnings } from "./redis-settings";

const info = (aof: string, policy: string) =>
  `# Memory\r\nmaxmemory_policy:${policy}\r\n# Persistence\r\naof_enabled:${aof}\r\n`;

it("is content with a Redis that writes everything down and throws nothing away", () => {
  expect(findWarnings(info("1", "noeviction"))).toEqual([]);
});

it("names what may lose jobs", () => {
  expect(findWarnings(info("0", "noeviction"))).toEqual([
    expect.stringContaining("appendonly yes"),
  ]);
  expect(findWarnings(info("1", "allkeys-lru"))).toEqual([expect.stringContaining("noeviction")]);
  expect(findWarnings("")).toHaveLength(2);
});
