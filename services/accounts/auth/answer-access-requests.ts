import { resetPassword, signInLink } from "@fairclick/core/notices/account-notices";
import { type TakenRequest, takeAccessRequests } from "@fairclick/sql/accounts/sessions";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";

const BATCH = 100;
const MAX_BATCHES = 20;

/** Queues the mails that people asked for. An address without an account gets none. */
export async function answerAccessRequests(ctx: Ctx): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const count = await withTx(ctx.db, async (tx) => {
      const requests = await takeAccessRequests(tx, BATCH);
      for (const request of requests) await answer(tx, ctx, request);
      return requests.length;
    });
    if (count < BATCH) return;
  }
}

/** Only a confirmed address can sign in by mail; an unconfirmed one is first proved by a reset. */
async function answer(tx: Tx, ctx: Ctx, request: TakenRequest): Promise<void> {
  const { userId, purpose, browserHash, emailVerifiedAt } = request;
  if (userId === null) return;
  const to = [userId];
  if (purpose === "sign_in" && emailVerifiedAt !== null && browserHash !== null) {
    const browser = Buffer.from(browserHash).toString("hex");
    await notify(tx, ctx, signInLink, { to, data: { browser }, key: request.id });
  } else await notify(tx, ctx, resetPassword, { to, data: {}, key: request.id });
}
