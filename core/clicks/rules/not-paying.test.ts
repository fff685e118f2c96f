import { expect, it } from "vitest";
import { unpaidReasons } from "../click";
import { findSignals } from "../registry";
import { anonymousContext, newClick } from "../testing/new-click";

it.each(unpaidReasons)("finds %s as the only signal", (unpaid) => {
  expect(findSignals(newClick({ unpaid }), anonymousContext)).toEqual([
    { signal: unpaid, evidence: {} },
  ]);
});
