import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { createDurations } from "./redirect-metrics";

it("counts durations per bucket, and slower ones in +Inf", async () => {
  const registry = new Registry();
  const { observe } = createDurations(registry);
  for (const ms of [0, 1, 2, 4, 5_000]) observe(ms);
  const text = await registry.metrics();
  const countAt = (le: string) =>
    new RegExp(`duration_seconds_bucket\\{le="${le.replace("+", "\\+")}"\\} (\\d+)`).exec(
      text,
    )?.[1];
  expect(["0.001", "0.002", "0.003", "0.005", "2.584", "+Inf"].map(countAt)).toEqual([
    "2",
    "3",
    "3",
    "4",
    "4",
    "5",
  ]);
  expect(text).toContain("duration_seconds_sum 5.007");
  expect(text).toContain("duration_seconds_count 5");
});
