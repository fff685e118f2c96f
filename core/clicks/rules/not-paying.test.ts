import { expect, it } from "vitest";
import { unpaidReasons } from "../../campaigns/status";
import { findSignals } from "../checks";
import { anonymousContext, newClick } from "../testing/new-click";

it.each(unpaidReasons)("finds %s as the only signal", (unpaid) => {
  expect(findSignals(newClick({ unpaid }), anonymousContext)).toEqual([
    { signal: unpaid, evidence: {} },
  ]);
});
