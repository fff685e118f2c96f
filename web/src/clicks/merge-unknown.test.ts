import { expect, it } from "vitest";
import { mergeUnknown } from "./origins";

const counts = { valid: 1, invalid: 2, held: 3, unpaid: 4, spend: 0.1 };

it("counts unknown origins among the others, exactly", () => {
  const known = { value: "GB", ...counts };
  const rest = { ...counts, spend: 0.2 };
  expect(mergeUnknown({ items: [{ value: "unknown", ...counts }, known], rest })).toEqual({
    items: [known],
    rest: { valid: 2, invalid: 4, held: 6, unpaid: 8, spend: 0.3 },
  });
  expect(mergeUnknown({ items: [known], rest })).toEqual({ items: [known], rest });
});
