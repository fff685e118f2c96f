import { Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import { computeBalance } from "../balance/balance";
import { all, get, now, type World } from "../world/world";
import { day, money, notice, page } from "./layout";
import { consumeLink, createLink, findLink } from "./page-links";

const visitSeconds = 60 * 60;

/** Serves the Express dashboard of a connected account, opened by a login link. */
export function expressPages(world: World): Hono {
  const pages = new Hono();

  pages.get("/express/:account/:token", (c) => {
    const link = consumeLink(world, "express_link", c.req.param("token"));
    if (!link) return c.html(notice("Expired", "Open the dashboard from Fairclick again."), 404);
    const { account } = link;
    const visit = createLink(world, {
      kind: "express_visit",
      account,
      expiresAt: now(world) + visitSeconds,
    });
    return c.redirect(`/express/${visit}`, 303);
  });

  pages.get("/express/:visit", (c) => {
    const visit = findLink(world, "express_visit", c.req.param("visit"));
    if (!visit) return c.html(notice("Expired", "Open the dashboard from Fairclick again."), 404);
    return c.html(dashboardPage(world, get(world, "account", visit.account)));
  });

  return pages;
}

function dashboardPage(world: World, account: Stripe.Account) {
  const balance = computeBalance(world, account.id);
  const payouts = all(world, "payout", account.id);
  return page(
    "Payouts",
    html`<h1>Payouts</h1>
<p>${account.email ?? account.id}: payouts are ${account.payouts_enabled ? "enabled" : "off"}.</p>
<h2>Balance</h2>
${balance.available.map(
  ({ amount, currency }) => html`<p class="amount">${money(amount, currency)}</p>`,
)}
${payouts.length === 0 ? html`<p>No payouts yet.</p>` : payoutTable(payouts)}`,
  );
}

function payoutTable(payouts: Stripe.Payout[]) {
  return html`<div class="scroll"><table><caption>Payouts to your bank</caption>
<thead><tr><th scope="col">Started</th><th scope="col">Arrives</th><th scope="col">State</th>
<th scope="col" class="amount-cell">Amount</th></tr></thead>
<tbody>${payouts.map(
    (payout) => html`<tr><td>${day(payout.created)}</td><td>${day(payout.arrival_date)}</td>
<td>${payout.status.replaceAll("_", " ")}</td>
<td class="amount-cell">${money(payout.amount, payout.currency)}</td></tr>`,
  )}</tbody></table></div>`;
}
