import { expect } from "vitest";
import type { Ctx } from "../context";
import { verifyBooks } from "../money/ledger";

/** Expects that no check of the books finds a difference. */
export async function expectRightBooks(ctx: Pick<Ctx, "db">): Promise<void> {
  const { checks } = await verifyBooks(ctx);
  expect(checks.filter(({ differences }) => differences.length > 0)).toEqual([]);
}
