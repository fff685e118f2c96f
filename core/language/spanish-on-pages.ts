import core from "./spanish/core.json" with { type: "json" };
import web from "./spanish/web.json" with { type: "json" };
import accounts from "./spanish/web-accounts.json" with { type: "json" };
import campaigns from "./spanish/web-campaigns.json" with { type: "json" };
import clicks from "./spanish/web-clicks.json" with { type: "json" };
import money from "./spanish/web-money.json" with { type: "json" };
import landing from "./spanish/web-public.json" with { type: "json" };
import type { Catalogue } from "./t";

/** The texts that stand in the web app itself. */
export const spanishOfWeb: Catalogue = {
  ...web,
  ...accounts,
  ...campaigns,
  ...clicks,
  ...money,
  ...landing,
};

/** Every text that the web app shows. */
export const spanishOnPages: Catalogue = { ...core, ...spanishOfWeb };
