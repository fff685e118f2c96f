import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../browser";
import type { ChaosCampaign, ChaosMarket, Person } from "../market";
import type { Compare, Figures } from "./comparison";
import {
  describeEarningsPage,
  describeHub,
  describeLinkPage,
  describePaymentsPage,
} from "./creator-pages";
import { describeCampaignPage } from "./developer-pages";
import { readPage } from "./read-page";
import { narrow, type Truth } from "./truth";
import { VIEWERS_ZONE } from "./viewers-zone";

type Pages = { origin: string; market: ChaosMarket; truth: Truth; compare: Compare };

/**
 * Compares the pages in a browser: every campaign's page, every creator's hub, earnings and wallet,
 * and one link page per campaign. The API responses behind link pages are compared for all links.
 */
export async function comparePages(executablePath: string, pages: Pages): Promise<void> {
  const { market } = pages;
  const browser = await launchBrowser(executablePath);
  try {
    for (const campaign of market.campaigns) {
      const page = await openPage(browser, campaign.developer, pages.origin);
      const truth = narrow(pages.truth, { campaignId: campaign.id });
      const path = `/app/campaigns/${campaign.id}`;
      const expected = describeCampaignPage(campaign, truth, market);
      const shown: Figures = {};
      for (const [section, figures] of groupBySection(expected)) {
        Object.assign(shown, await readPage(page, `${path}${section}`, figures));
      }
      pages.compare(`page of ${campaign.name}`, shown, expected);
      await page.context().close();
    }
    for (const [n, creator] of market.creators.entries()) {
      const shown = market.campaigns.filter((_, at) => at % market.creators.length === n);
      await compareCreator(browser, { creator, shown }, pages);
    }
  } finally {
    await browser.close();
  }
}

/** Parts of a campaign's pages, by how the names of their figures begin. Other figures are in the overview. */
const sections: [string, RegExp][] = [
  ["?section=creators", /^Links: /],
  ["?section=conversions", /^Conversions: /],
  ["/settings", /^Events: /],
];

function groupBySection(expected: Figures): Map<string, Figures> {
  const groups = new Map<string, Figures>();
  for (const [name, value] of Object.entries(expected)) {
    const [section] = sections.find(([, begin]) => begin.test(name)) ?? [""];
    groups.set(section, { ...groups.get(section), [name]: value });
  }
  return groups;
}

type Look = { creator: Person; shown: readonly ChaosCampaign[] };

async function compareCreator(browser: Browser, { creator, shown }: Look, pages: Pages) {
  const { market, compare } = pages;
  const page = await openPage(browser, creator, pages.origin);
  const truth = narrow(pages.truth, { creatorId: creator.id });
  const hub = describeHub(truth, market);
  compare(`hub of ${creator.name}`, await readPage(page, "/app/creator-hub?tab=mine", hub), hub);
  const earnings = describeEarningsPage(truth, market);
  compare(
    `earnings page of ${creator.name}`,
    await readPage(page, "/app/earnings", earnings),
    earnings,
  );
  const wallet = describePaymentsPage(truth, market);
  compare(`wallet page of ${creator.name}`, await readPage(page, "/app/payments", wallet), wallet);
  for (const campaign of shown) {
    const expected = describeLinkPage(campaign, narrow(truth, { campaignId: campaign.id }));
    const says = await readPage(page, `/app/links/${campaign.id}`, expected);
    compare(`link page of ${creator.name} for ${campaign.name}`, says, expected);
  }
  await page.context().close();
}

async function openPage(browser: Browser, { token }: Person, origin: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, timezoneId: VIEWERS_ZONE });
  await context.addInitScript({
    content: `localStorage.setItem("token", ${JSON.stringify(token)})`,
  });
  return context.newPage();
}
