import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import { paySession } from "../checkout/pay-session";
import type { Plan } from "../checkout/plan";
import { isTestCardName, testCards } from "../checkout/test-cards";
import { find, type World } from "../world/world";
import { choices, money, notice, page } from "./layout";

/** Serves the checkout page at `session.url`. */
export function checkoutPages(world: World): Hono {
  const pages = new Hono();
  const findSession = (c: Context) => find(world, "checkout.session", c.req.param("id") ?? "");

  pages.get("/c/pay/:id", (c) => {
    const session = findSession(c);
    if (session?.status !== "open") return c.html(closedPage(session), session ? 200 : 404);
    return c.html(checkoutPage(world, session, { card: "success", problem: null }));
  });

  pages.post("/c/pay/:id", async (c) => {
    const session = findSession(c);
    if (session?.status !== "open") return c.html(closedPage(session), session ? 200 : 404);
    const { card, email } = await c.req.parseBody();
    if (!isTestCardName(card)) return c.html(notice("Choose a card", "Go back."), 400);
    const result = paySession(world, session, { card, email: String(email ?? "") });
    if (result.ok) return c.redirect(successUrl(session), 303);
    return c.html(checkoutPage(world, session, { card, problem: result.message }), 402);
  });

  pages.post("/c/pay/:id/cancel", (c) => {
    const url = findSession(c)?.cancel_url;
    return url ? c.redirect(url, 303) : c.html(notice("Cancelled", "You can close this page."));
  });

  return pages;
}

function checkoutPage(
  world: World,
  session: Stripe.Checkout.Session,
  form: { card: string; problem: string | null },
) {
  const currency = session.currency ?? "usd";
  const total = money(session.amount_total ?? 0, currency);
  const lines = world.state.plans[session.id]?.lines ?? [];
  const cards = Object.entries(testCards).map(([value, { label, last4 }]) => ({
    value,
    label,
    detail: `•••• ${last4}`,
  }));
  return page(
    `Pay ${total} to Fairclick`,
    html`<h1>Pay Fairclick</h1>
<p class="amount">${total}</p>
<ul class="lines">${lines.map((line) => lineItem(line, currency))}</ul>
${form.problem && html`<p role="alert">${form.problem}</p>`}
<form method="post" action="/c/pay/${session.id}">
${emailField(session.customer_details?.email ?? null)}
${choices("card", "Test card", cards, form.card)}
<button type="submit">Pay ${total}</button>
${
  session.cancel_url &&
  html`<button type="submit" class="plain" formnovalidate formaction="/c/pay/${session.id}/cancel">Cancel</button>`
}
</form>`,
  );
}

function lineItem(line: Plan["lines"][number], currency: string) {
  const times = line.quantity > 1 ? ` × ${line.quantity}` : "";
  return html`<li><span>${line.name}${times}</span>
<span>${money(line.unitCents * line.quantity, currency)}</span></li>`;
}

function emailField(known: string | null) {
  if (known !== null) return html`<p>Paying as <strong>${known}</strong></p>`;
  return html`<label class="field">Email
<input type="email" name="email" required autocomplete="email" value="person@example.com"></label>`;
}

function closedPage(session: Stripe.Checkout.Session | null) {
  if (!session) return notice("Nothing to pay here", "This payment page does not exist.");
  return session.status === "complete"
    ? notice("Already paid", "This payment is complete. You can close this page.")
    : notice("Expired", "This payment page has expired. Go back to Fairclick and start again.");
}

function successUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}
