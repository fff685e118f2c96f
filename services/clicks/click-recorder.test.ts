import { describe, expect, it } from "vitest";
import { createClickRecorder } from "./record-clicks";

const GATHER_MS = 20;

function openRecorder(fail: (clicks: unknown[]) => boolean = () => false) {
  const groups: unknown[][] = [];
  const recorder = createClickRecorder(async (clicks) => {
    groups.push(clicks);
    if (fail(clicks)) throw new Error("Postgres is away");
  }, GATHER_MS);
  return { groups, record: recorder.record };
}

const clicks = (count: number) => Array.from({ length: count }, () => "click");

describe("createClickRecorder", () => {
  it("records the clicks of jobs that come one by one together", async () => {
    const { groups, record } = openRecorder();
    await Promise.all([record(["a"]), record(["b", "c"]), record(["d"])]);
    await record(["e"]);
    expect(groups).toEqual([["a", "b", "c", "d"], ["e"]]);
  });

  it("begins another transaction at 500 clicks, and splits no job", async () => {
    const { groups, record } = openRecorder();
    await Promise.all([300, 150, 100, 900, 10].map((count) => record(clicks(count))));
    expect(groups.map(({ length }) => length)).toEqual([450, 100, 900, 10]);
  });

  it("rejects the jobs of a group that failed, and no others", async () => {
    const { record } = openRecorder((group) => group.length > 400);
    const failing = [record(clicks(400)), record(clicks(100))];
    const other = record(["other"]);
    for (const job of failing) await expect(job).rejects.toThrow("Postgres is away");
    await other;
    await record(["later"]);
  });
});
