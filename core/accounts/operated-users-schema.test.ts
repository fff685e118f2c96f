import { expect, it } from "vitest";
import { watchUserInputSchema } from "./operated-users-schema";

it.each([0, 8, 1.5, "two", null])("names the days that a watch can last if they are %j", (days) => {
  const parsed = watchUserInputSchema.safeParse({ reason: "a ring", days });
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
    "days must be a whole number from 1 to 7",
  ]);
});
