import type { ReviewState } from "@fairclick/core/campaigns/reviews";
import { listReviews, type ReviewRow } from "@fairclick/sql/campaigns/reviews";
import type { Ctx } from "../../context";
import { type Page, type PageInput, readPage } from "../../read-page";

export function listAllReviews(
  ctx: Pick<Ctx, "db" | "now">,
  { state, cursor, limit }: PageInput & { state: ReviewState },
): Promise<Page<ReviewRow>> {
  const read = (count: number) =>
    listReviews(ctx.db.sql, { state, at: ctx.now(), cursor: cursor ?? null, limit: count });
  return readPage({ limit }, { read, toCursor: ({ id }) => id });
}
