import { expect } from "vitest";
import type { Ctx } from "../context";
import { verifyBooks } from "../money/ledger";

/** Expects that no check of the books finds a difference, in the hourly proof and in the whole one. */
export async function expectRightBooks(ctx: Pick<Ctx, "db">): Promise<void> {
  const proofs = [await verifyBooks(ctx), await verifyBooks(ctx, { all: true })];
  expect(
    proofs.flatMap(({ checks }) => checks).filter(({ differences }) => differences.length > 0),
  ).toEqual([]);
}
