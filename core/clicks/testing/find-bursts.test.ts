import { expect, it } from "vitest";
import { findBursts, type Visit } from "./find-bursts";

const rule = { windowMs: 60_000, burstClicks: 4 };

function visitsAt(...seconds: number[]): Visit[] {
  return seconds.map((second, index) => ({ id: `${index}`, at: second * 1_000, key: "a" }));
}

it("includes every visit of a burst, also the first ones", () => {
  expect([...findBursts(visitsAt(0, 10, 20, 30), rule)]).toEqual(["0", "1", "2", "3"]);
});

it("leaves three visits alone", () => {
  expect(findBursts(visitsAt(0, 10, 20), rule).size).toBe(0);
});

it("counts both ends of the window", () => {
  expect(findBursts(visitsAt(0, 10, 20, 60), rule).size).toBe(4);
  expect(findBursts(visitsAt(0, 10, 20, 60.001), rule).size).toBe(0);
});

it("slides: a burst need not start at a full minute, and neighbours outside it stay", () => {
  expect([...findBursts(visitsAt(0, 50, 70, 90, 110, 200), rule)]).toEqual(["1", "2", "3", "4"]);
});

it("counts visits of the same moment", () => {
  expect(findBursts(visitsAt(5, 5, 5, 5), rule).size).toBe(4);
});

it("does not add up visits of different keys", () => {
  const visits = visitsAt(0, 1, 2, 3).map((visit, index) => ({ ...visit, key: `${index % 2}` }));
  expect(findBursts(visits, rule).size).toBe(0);
});
