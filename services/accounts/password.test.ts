import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./passwords";

it("verifies a password in any Unicode composition of its letters", async () => {
  const hash = await hashPassword("Zo\u00eb's horse");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword("Zoe\u0308's horse", hash)).toBe(true);
  expect(await verifyPassword("Zoe's horse", hash)).toBe(false);
});

it("takes equally long with and without a hash", async () => {
  const hash = await hashPassword("correct horse");
  const times = { somebody: [] as number[], nobody: [] as number[] };
  for (let round = 0; round < 9; round += 1) {
    times.somebody.push(await measure(() => verifyPassword("wrong", hash)));
    times.nobody.push(await measure(() => verifyPassword("wrong", null)));
  }
  const ratio = median(times.nobody) / median(times.somebody);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

async function measure(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
