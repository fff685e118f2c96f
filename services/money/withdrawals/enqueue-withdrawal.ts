import { sendWithdrawal } from "@fairclick/core/jobs";
import type { Ctx } from "../../context";

/**
 * Enqueues the job that sends a withdrawal. If the queue is down, it logs a warning, and the next
 * sweep enqueues it.
 */
export async function enqueueWithdrawal(
  ctx: Pick<Ctx, "log" | "queue">,
  withdrawalId: string,
): Promise<void> {
  try {
    await ctx.queue.send(sendWithdrawal, { withdrawalId }, { jobId: withdrawalId });
  } catch (error) {
    ctx.log.warn({ err: error, withdrawalId }, "the withdrawal waits for the next sweep");
  }
}
