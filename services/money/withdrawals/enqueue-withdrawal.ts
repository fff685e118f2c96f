import { sendWithdrawal } from "@fairclick/core/jobs";
import type { Ctx } from "../../context";

/** The row is what counts: a job that cannot be sent now is sent by the next sweep. */
export async function sendSoon(
  ctx: Pick<Ctx, "jobs" | "log">,
  withdrawalId: string,
): Promise<void> {
  try {
    await ctx.jobs.send(sendWithdrawal, { withdrawalId }, { jobId: withdrawalId });
  } catch (error) {
    ctx.log.warn({ err: error, withdrawalId }, "the withdrawal waits for the next sweep");
  }
}
