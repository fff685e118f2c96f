import { withdrawRequestSchema } from "@fairclick/core/money/deposits";
import { expect, it } from "vitest";
import { newRequestId } from "./use-request-ids";

it("creates unique ids that the server accepts", () => {
  const ids = Array.from({ length: 500 }, newRequestId);
  for (const requestId of ids) {
    expect(withdrawRequestSchema.safeParse({ amount: 1, requestId }).success).toBe(true);
  }
  expect(new Set(ids).size).toBe(ids.length);
});
