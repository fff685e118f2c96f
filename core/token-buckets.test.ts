import { expect, it } from "vitest";
import { createAddressBuckets, createTokenBuckets } from "./memory";

const takeMany = (take: (n: number) => boolean, count: number) =>
  Array.from({ length: count }, (_, n) => take(n)).filter(Boolean).length;

it("has a burst of tokens, and some more per second, never more than the burst", () => {
  const { take } = createTokenBuckets({ burst: 5, perSecond: 2, maxBuckets: 10 });
  expect(takeMany(() => take(["a"], 0), 20)).toBe(5);
  expect(takeMany(() => take(["a"], 1_000), 20)).toBe(2);
  expect(takeMany(() => take(["a"], 1_000_000), 20)).toBe(5);
  expect(takeMany(() => take(["b"], 0), 20)).toBe(5);
});

it("takes from all buckets or from none", () => {
  const { take, restore } = createTokenBuckets({ burst: 2, perSecond: 0, maxBuckets: 10 });
  expect(takeMany(() => take(["a"], 0), 5)).toBe(2);
  expect(take(["a", "b"], 0)).toBe(false);
  expect(takeMany(() => take(["b"], 0), 5)).toBe(2);
  restore(["a"]);
  expect(takeMany(() => take(["a"], 0), 5)).toBe(1);
});

it("is not filled by a clock that goes back", () => {
  const { take } = createTokenBuckets({ burst: 1, perSecond: 1, maxBuckets: 10 });
  expect(take(["a"], 10_000)).toBe(true);
  expect(take(["a"], 0)).toBe(false);
  expect(take(["a"], 500)).toBe(false);
});

it("holds no more buckets than it may", () => {
  const { take, size } = createTokenBuckets({ burst: 1, perSecond: 1, maxBuckets: 100 });
  for (let index = 0; index < 500; index += 1) take([`${index}`], 0);
  expect(size()).toBe(100);
});

it("counts an IPv4 address by itself, and IPv6 by its /64 and its /48", () => {
  const { take } = createAddressBuckets({ burst: 5, perSecond: 0 });
  expect(takeMany(() => take("81.2.3.4", 0), 20)).toBe(5);
  expect(takeMany(() => take("81.2.3.5", 0), 20)).toBe(5);
  const inOneNetwork = (n: number) => take(`2001:db8:1:1::${n.toString(16)}`, 0);
  expect(takeMany(inOneNetwork, 20)).toBe(5);
  const inOneSite = (n: number) => take(`2001:db8:1:${(n + 2).toString(16)}::1`, 0);
  expect(takeMany(inOneSite, 200)).toBe(15);
  expect(take("2001:db8:2::1", 0)).toBe(true);
});

it("gives a token back to the network and to the site", () => {
  const { take, restore } = createAddressBuckets({ burst: 1, perSecond: 0 });
  const address = "2001:db8::1";
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect(take(address, 0)).toBe(true);
    restore(address);
  }
  expect(take(address, 0)).toBe(true);
  expect(take(address, 0)).toBe(false);
});
