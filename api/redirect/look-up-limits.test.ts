import { expect, it } from "vitest";
import { createLookUpLimits } from "./look-up-limits";

function createLimits() {
  const clock = { now: 0 };
  const limits = createLookUpLimits({ now: () => clock.now });
  const take = (ip: string, device: string | null = null) => limits.permit({ ip, device }).take();
  const takeMany = (
    count: number,
    ip: (n: number) => string,
    device = (_: number): string | null => null,
  ) => Array.from({ length: count }, (_, n) => take(ip(n), device(n))).filter(Boolean).length;
  return { clock, limits, take, takeMany };
}

it("limits look-ups of missing links per address", () => {
  const { clock, take, takeMany } = createLimits();
  expect(takeMany(10_000, () => "81.2.3.4")).toBe(50);
  expect(take("81.2.3.5")).toBe(true);
  clock.now += 1_000;
  expect(takeMany(10_000, () => "81.2.3.4")).toBe(5);
});

it("limits look-ups of missing links per IPv6 /48", () => {
  const { takeMany } = createLimits();
  expect(takeMany(10_000, (n) => `2001:db8:1:${n.toString(16)}::1`)).toBe(200);
});

it("does not count existing links", () => {
  const { limits } = createLimits();
  for (let visitor = 0; visitor < 1_000; visitor += 1) {
    const permit = limits.permit({ ip: "81.2.3.4", device: null });
    expect(permit.take()).toBe(true);
    permit.restore();
  }
});

it("lets a known device behind a limited address through", () => {
  const { clock, take, takeMany } = createLimits();
  takeMany(10_000, () => "81.2.3.4");
  expect(take("81.2.3.4")).toBe(false);
  expect(take("81.2.3.4", "somebody")).toBe(true);
  clock.now += 60_000;
  takeMany(10_000, () => "81.2.3.4");
  expect(take("81.2.3.4", "somebody")).toBe(true);
});

it("limits look-ups of a visitor who collects cookies", () => {
  const { takeMany } = createLimits();
  takeMany(10_000, () => "81.2.3.4");
  expect(
    takeMany(
      10_000,
      () => "81.2.3.4",
      (n) => `device-${n}`,
    ),
  ).toBe(50);
  const one = createLimits();
  one.takeMany(10_000, () => "81.2.3.4");
  expect(
    one.takeMany(
      10_000,
      () => "81.2.3.4",
      () => "one",
    ),
  ).toBe(3);
});
