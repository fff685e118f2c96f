import { Hono } from "hono";
import { html } from "hono/html";
import { find, type World } from "../world/world";
import { day, money, notice, page } from "./layout";

/** Serves the page of an invoice, at `hosted_invoice_url`. */
export function invoicePages(world: World): Hono {
  const pages = new Hono();
  pages.get("/i/:id", (c) => {
    const invoice = find(world, "invoice", c.req.param("id"));
    if (!invoice) return c.html(notice("No such invoice", "Check the address."), 404);
    return c.html(
      page(
        `Invoice ${invoice.number}`,
        html`<h1>Invoice ${invoice.number}</h1>
<p>${invoice.description ?? "Payment"}, paid on ${day(invoice.created)} by ${invoice.customer_email ?? "card"}.</p>
<p><strong>${money(invoice.amount_paid, invoice.currency)}</strong></p>`,
      ),
    );
  });
  return pages;
}
