import { sendRefund } from "@fairclick/core/jobs";
import type { Ctx } from "../../context";

/**
 * Enqueues the job that sends a refund. If the queue is down, it logs a warning, and the next sweep
 * enqueues it.
 */
export async function enqueueRefund(
  ctx: Pick<Ctx, "log" | "queue">,
  refundId: string,
): Promise<void> {
  try {
    await ctx.queue.send(sendRefund, { refundId }, { jobId: refundId });
  } catch (error) {
    ctx.log.warn({ err: error, refundId }, "the refund waits for the next sweep");
  }
}
