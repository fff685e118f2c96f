import { Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import { all, find, type World } from "../world/world";
import { day, money, notice, page } from "./layout";
import { findLink } from "./page-links";

/**
 * Serves the billing portal of one customer: payments, and what the configuration allows of invoices
 * and payment methods.
 */
export function portalPages(world: World): Hono {
  const pages = new Hono();

  pages.get("/p/session/:token", (c) => {
    const link = findLink(world, "portal", c.req.param("token"));
    if (!link)
      return c.html(notice("Expired", "Open the billing portal from Fairclick again."), 404);
    const charges = all(world, "charge").filter((charge) => charge.customer === link.customer);
    const features = find(world, "billing_portal.configuration", link.configuration)?.features;
    const invoices = features?.invoice_history.enabled
      ? all(world, "invoice").filter((invoice) => invoice.customer === link.customer)
      : [];
    const cards = features?.payment_method_update.enabled
      ? [...new Set(charges.filter(({ paid }) => paid).map(describeMethod))]
      : [];
    const shown = { charges, invoices, cards };
    return c.html(portalPage(c.req.param("token"), shown, link.returnUrl));
  });

  pages.post("/p/session/:token/return", (c) => {
    const url = findLink(world, "portal", c.req.param("token"))?.returnUrl;
    return url ? c.redirect(url, 303) : c.html(notice("Done", "You can close this page."));
  });

  return pages;
}

type Shown = { charges: Stripe.Charge[]; invoices: Stripe.Invoice[]; cards: string[] };

function portalPage(token: string, shown: Shown, returnUrl: string | null) {
  const { charges, invoices, cards } = shown;
  return page(
    "Billing",
    html`<h1>Billing</h1>
<p>Your payments to Fairclick.</p>
${charges.length === 0 ? html`<p>No payments yet.</p>` : paymentTable(charges)}
${cards.length > 0 ? html`<h2>Payment methods</h2><ul>${cards.map((card) => html`<li>${card}</li>`)}</ul>` : ""}
${invoices.length > 0 ? invoiceList(invoices) : ""}
${
  returnUrl &&
  html`<form method="post" action="/p/session/${token}/return">
<button type="submit">Return to Fairclick</button></form>`
}`,
  );
}

function invoiceList(invoices: Stripe.Invoice[]) {
  return html`<h2>Invoices</h2><ul>${invoices.map(
    (invoice) =>
      html`<li><a href="${invoice.hosted_invoice_url ?? ""}">${invoice.number}</a>, ${day(invoice.created)}, ${money(invoice.total, invoice.currency)}</li>`,
  )}</ul>`;
}

function paymentTable(charges: Stripe.Charge[]) {
  return html`<div class="scroll"><table><caption>Payments</caption>
<thead><tr><th scope="col">Date</th><th scope="col">Paid with</th><th scope="col">State</th>
<th scope="col" class="amount-cell">Amount</th></tr></thead>
<tbody>${charges.map(
    (charge) => html`<tr><td>${day(charge.created)}</td><td>${describeMethod(charge)}</td>
<td>${describeState(charge)}</td><td class="amount-cell">${money(charge.amount, charge.currency)}</td></tr>`,
  )}</tbody></table></div>`;
}

function describeMethod({ payment_method_details: details }: Stripe.Charge): string {
  const last4 = details?.card?.last4 ?? details?.us_bank_account?.last4 ?? "";
  return `${details?.card ? "Card" : "Bank"} ${last4}`;
}

function describeState(charge: Stripe.Charge): string {
  if (charge.refunded) return "refunded";
  if (charge.amount_refunded > 0) return "partly refunded";
  return charge.disputed ? "disputed" : charge.status;
}
