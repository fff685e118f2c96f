import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { findOwnInvoice } from "@fairclick/sql/money/deposits";
import { requireUser } from "../../actor";
import { callStripe, type PaymentsCtx } from "../stripe/payments-ctx";

/**
 * Returns the address of Stripe's page with the invoice and receipt of the caller's deposit. It is
 * read each time, because these addresses expire. Throws `not_found`.
 */
export async function getReceipt(ctx: PaymentsCtx, id: string): Promise<{ url: string }> {
  const userId = requireUser(ctx);
  const invoiceId = isUuid(id) ? await findOwnInvoice(ctx.db.sql, { userId, id }) : null;
  if (!invoiceId) throw new AppError("not_found", t`There is no receipt of this payment.`);
  const failure = t`Failed to open the receipt. Please try again later.`;
  const invoice = await callStripe(ctx, failure, () => ctx.stripe.invoices.retrieve(invoiceId));
  if (!invoice.hosted_invoice_url) throw new AppError("unavailable", failure);
  return { url: invoice.hosted_invoice_url };
}
