import fc from "fast-check";
import { expect, it } from "vitest";
import { type CheckOutcome, planCheck } from "./recheck";

const day = (count: number) => new Date(Date.UTC(2026, 0, 1 + count));

/** Runs due checks until day 400; returns the days of checks, warnings, and of the loss. */
function play(outcomeOn: (day: number) => CheckOutcome) {
  let proof = { provedAt: day(0), missingAt: null as Date | null };
  let next = day(30);
  const checks: number[] = [];
  const warnings: number[] = [];
  while (next < day(400)) {
    const today = Math.round((next.getTime() - day(0).getTime()) / 86_400_000);
    checks.push(today);
    const plan = planCheck(proof, outcomeOn(today), next);
    if (!plan.keeps) return { checks, warnings, lost: today };
    if (plan.isFirstMiss) warnings.push(today);
    expect(plan.nextCheckAt.getTime()).toBeGreaterThan(next.getTime());
    proof = plan;
    next = plan.nextCheckAt;
  }
  return { checks, warnings, lost: null };
}

it("checks monthly while the code is there", () => {
  const { checks, warnings, lost } = play(() => "found");
  expect([checks.slice(0, 3), warnings, lost]).toEqual([[30, 60, 90], [], null]);
});

it("ends the mark at the second check without the code, two weeks after the first", () => {
  expect(play(() => "missing")).toEqual({ checks: [30, 44], warnings: [30], lost: 44 });
});

it("forgets a miss once the code is back", () => {
  const { warnings, lost } = play((today) => (today === 30 || today === 74 ? "missing" : "found"));
  expect([warnings, lost]).toEqual([[30, 74], null]);
});

it("retries a page that cannot be read daily, and ends the mark after 90 days", () => {
  expect(play(() => "unreadable")).toMatchObject({ warnings: [], lost: 90 });
  const { lost } = play((today) => (today === 30 ? "missing" : "unreadable"));
  expect(lost).toBe(90);
});

it("does not end the mark earlier because checks are late or repeated", () => {
  const proof = { provedAt: day(0), missingAt: day(30) };
  const plan = planCheck(proof, "missing", day(31));
  expect(plan).toEqual({ keeps: true, ...proof, nextCheckAt: day(44), isFirstMiss: false });
});

it("keeps no mark for 120 days after the code was last seen", () => {
  const outcomes = fc.infiniteStream(fc.constantFrom<CheckOutcome>("missing", "unreadable"));
  fc.assert(
    fc.property(outcomes, (stream) => {
      const { lost } = play(() => stream.next().value ?? "missing");
      expect(lost).not.toBeNull();
      expect(lost).toBeLessThan(120);
    }),
  );
});
