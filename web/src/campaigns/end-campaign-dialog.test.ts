import { expect, it } from "vitest";
import { minimumRefund } from "./end-campaign-dialog";

it.each([
  [{ budgetRemaining: 14.955, pending: 0.0015, held: 0.003 }, 14.9505],
  [{ budgetRemaining: 0.003, pending: 0.0045, held: 0 }, 0],
  [{ budgetRemaining: 0.3, pending: 0.1, held: 0.2 }, 0],
])("%j returns at least %d", (left, dollars) => {
  expect(minimumRefund(left)).toBe(dollars);
});
