import { expect, it } from "vitest";
import { unpaidReasons } from "../click";
import { findSignals } from "../registry";
import { newClick, nobodySignedIn } from "../testing/new-click";

it.each(unpaidReasons)("gives %s as the one reason", (unpaid) => {
  expect(findSignals(newClick({ unpaid }), nobodySignedIn)).toEqual([
    { signal: unpaid, evidence: {} },
  ]);
});
