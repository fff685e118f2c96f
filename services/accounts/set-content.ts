import type { CreatorContent } from "@fairclick/core/accounts/creator-content";
import { getCreatorContent, setCreatorContent } from "@fairclick/sql/accounts/creator-content";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { writeAudit } from "../operations/write-audit";

/** Sets what the caller says they make, and where. */
export async function setContent(ctx: Ctx, content: CreatorContent): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    const before = await getCreatorContent(tx, userId);
    await setCreatorContent(tx, { userId, ...content });
    await writeAudit(tx, ctx, {
      action: "user.change_content",
      subject: `user:${userId}`,
      before: facts(before),
      after: facts(content),
    });
  });
}

function facts({ categories, platforms }: CreatorContent) {
  return { categories: categories.join(", "), platforms: platforms.join(", ") };
}
