import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import { isTestBankName, testBanks } from "../accounts/bank-account";
import { completeOnboarding, restrictAccount } from "../accounts/change-account";
import { get, now, type World } from "../world/world";
import { choices, notice, page } from "./layout";
import { consumeLink, createLink, findLink } from "./page-links";

const visitSeconds = 60 * 60;

/**
 * Serves onboarding, opened by an account link. The link works once; the visit that it opens can be
 * reloaded for an hour.
 */
export function onboardingPages(world: World): Hono {
  const pages = new Hono();
  const findVisit = (c: Context) => findLink(world, "onboarding_visit", c.req.param("visit") ?? "");

  pages.get("/setup/e/:account/:token", (c) => {
    const token = c.req.param("token");
    const link = consumeLink(world, "onboarding_link", token);
    if (!link) return c.redirect(findRefreshUrl(world, token) ?? "/setup/used", 303);
    const { account, returnUrl } = link;
    const visit = createLink(world, {
      kind: "onboarding_visit",
      account,
      returnUrl,
      expiresAt: now(world) + visitSeconds,
    });
    return c.redirect(`/setup/v/${visit}`, 303);
  });

  pages.get("/setup/used", (c) =>
    c.html(notice("Unknown link", "Ask Fairclick for a new one."), 404),
  );

  pages.get("/setup/v/:visit", (c) => {
    const visit = findVisit(c);
    if (!visit) return c.redirect("/setup/used", 303);
    const account = get(world, "account", visit.account);
    return c.html(onboardingPage(c.req.param("visit"), account));
  });

  pages.post("/setup/v/:visit", async (c) => {
    const visit = findVisit(c);
    if (!visit) return c.redirect("/setup/used", 303);
    const { action, bank } = await c.req.parseBody();
    const account = get(world, "account", visit.account);
    if (action === "complete") {
      completeOnboarding(world, account, isTestBankName(bank) ? { bank } : {});
    }
    if (action === "restrict") restrictAccount(world, account);
    return c.redirect(visit.returnUrl, 303);
  });

  return pages;
}

/** Returns the refresh URL of a link, expired or used included, or null if the token is unknown. */
function findRefreshUrl(world: World, token: string): string | null {
  const link = world.state.links[token];
  return link?.kind === "onboarding_link" ? link.refreshUrl : null;
}

function onboardingPage(visit: string, account: Stripe.Account) {
  const banks = Object.entries(testBanks).map(([value, { last4, failure }]) => ({
    value,
    label: failure ? `Payouts fail (${failure.replaceAll("_", " ")})` : "Payouts arrive",
    detail: `•••• ${last4}`,
  }));
  return page(
    "Set up payouts",
    html`<h1>Set up payouts</h1>
<p>Fairclick pays you through Stripe. For ${account.email ?? account.id} in ${account.country}, currently ${describeState(account)}.</p>
<form method="post" action="/setup/v/${visit}">
${choices("bank", "Test bank account", banks, "works")}
<button type="submit" name="action" value="complete">Complete onboarding</button>
<button type="submit" name="action" value="restrict" class="plain">Finish as restricted</button>
<button type="submit" name="action" value="leave" class="plain">Leave without finishing</button>
</form>`,
  );
}

function describeState(account: Stripe.Account): string {
  if (account.payouts_enabled) return "enabled";
  return account.details_submitted ? "restricted" : "not set up";
}
