import { expect, it, vi } from "vitest";
import { memoize } from "./memory";

it("looks at a text once, also when nothing is found in it", () => {
  const find = vi.fn((text: string) => (text.includes("bot") ? "bot" : null));
  const memoized = memoize(find);
  expect(["a bot", "a browser", "a bot", "a browser"].map(memoized)).toEqual([
    "bot",
    null,
    "bot",
    null,
  ]);
  expect(find).toHaveBeenCalledTimes(2);
});

it("forgets the oldest of very many texts", () => {
  const find = vi.fn((text: string) => text.length);
  const memoized = memoize(find);
  for (let n = 0; n <= 5_000; n += 1) memoized(`text ${n}`);
  memoized("text 5000");
  expect(find).toHaveBeenCalledTimes(5_001);
  expect(memoized("text 0")).toBe(6);
  expect(find).toHaveBeenCalledTimes(5_002);
});
