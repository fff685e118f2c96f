import { AppError } from "@fairclick/core/errors";
import type Stripe from "stripe";
import type { Config } from "../../config";
import type { Ctx } from "../../context";

/** What a verb needs that talks to Stripe. */
export type PaymentsCtx = Ctx & { stripe: Stripe; appUrl: string };

type Deps = { stripe: Stripe | null; config: Pick<Config, "appUrl"> };

/** Throws `unavailable` where no keys are configured. */
export function withPayments(ctx: Ctx, { stripe, config }: Deps): PaymentsCtx {
  if (!stripe) throw new AppError("unavailable", "Payments are not configured on this server.");
  return { ...ctx, stripe, appUrl: config.appUrl };
}

/** Runs calls to Stripe for somebody who waits: whatever goes wrong is logged, and said in our words. */
export async function askStripe<Answer>(
  ctx: PaymentsCtx,
  message: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError) throw error;
    ctx.log.error({ err: error }, "a call to Stripe failed");
    throw new AppError("unavailable", message, { cause: error });
  }
}
