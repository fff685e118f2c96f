import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import type Stripe from "stripe";
import type { ReviewTerms } from "../../campaigns/reviews/find-reasons";
import type { Config } from "../../config";
import type { Ctx } from "../../context";

/** Context of services that call Stripe. */
export type PaymentsCtx = Ctx & { stripe: Stripe; appUrl: string; reviewTerms: ReviewTerms };

type Deps = { stripe: Stripe | null; config: Pick<Config, "appUrl" | "trustedHosts"> };

/** Throws `unavailable` if no Stripe keys are configured. */
export function withPayments(ctx: Ctx, { stripe, config }: Deps): PaymentsCtx {
  if (!stripe) throw new AppError("unavailable", t`Payments are not configured on this server.`);
  const { appUrl, trustedHosts } = config;
  return { ...ctx, stripe, appUrl, reviewTerms: { trustedHosts } };
}

/** Calls Stripe while a user waits: logs any error and throws `unavailable` with `message`. */
export async function callStripe<Answer>(
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
