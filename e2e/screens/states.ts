import type { Page } from "playwright-core";
import { exactlyInAnyLanguage, inAnyLanguage } from "./in-any-language";
import { answer, type Market, press, type Screen, see } from "./screen";

/** Returns the screens in states after an action: opened, requested, failed. */
export function states({ campaign }: Market): Screen[] {
  const campaignPage = { viewer: "developer", path: `/app/campaigns/${campaign}` } as const;
  /** The settings with one section open. */
  const settings = (section: string) => ({
    ...campaignPage,
    path: `${campaignPage.path}/settings#${section}`,
  });
  const linkPage = { viewer: "creator", path: `/app/links/${campaign}` } as const;
  const success = {
    viewer: "newcomer",
    path: "/app/payments/success?session_id=cs_test_1",
  } as const;
  return [
    {
      name: "everything",
      viewer: "creator",
      path: "/app/creator-hub",
      act: press("Search everything"),
    },
    { name: "menu", viewer: "creator", path: "/app/creator-hub", act: openMenu },
    {
      name: "campaign-add-budget",
      ...campaignPage,
      path: `${campaignPage.path}?dialog=add-budget`,
      act: dialog,
    },
    { name: "campaign-settings", ...settings("counting"), act: see("Per day (optional)") },
    {
      name: "campaign-settings-wrong",
      ...settings("budget"),
      act: async (page) => {
        await page.getByLabel(inAnyLanguage("Payout rate")).fill("a lot");
        await saveSection(page, "Budget and price");
      },
    },
    { name: "campaign-end", ...campaignPage, path: `${campaignPage.path}?dialog=end`, act: dialog },
    {
      name: "campaign-menu",
      ...campaignPage,
      act: press("More about this campaign"),
    },
    {
      name: "campaign-insight",
      ...campaignPage,
      path: `${campaignPage.path}?section=conversions`,
      act: openTables,
    },
    {
      name: "campaign-key",
      ...settings("keys"),
      act: createKey,
    },
    { name: "link-invalid", ...linkPage, act: openInvalidClick },
    { name: "link-appeal", ...linkPage, act: openAppeal },
    {
      name: "link-appealed",
      ...linkPage,
      before: async (page) => {
        await page.route("**/api/events*", (route) => route.abort());
        await answer("**/api/links/*/clicks?*", { status: "success", ...appealed })(page);
      },
      act: openInvalidClick,
    },
    {
      name: "payments-withdraw",
      viewer: "creator",
      path: "/app/payments?dialog=withdraw",
      act: dialog,
    },
    { name: "payments-spend", viewer: "creator", path: "/app/payments?dialog=spend", act: dialog },
    {
      name: "payments-owed",
      viewer: "creator",
      path: "/app/payments",
      before: owe,
      act: see(/^You owe/),
    },
    {
      name: "earnings-owed",
      viewer: "creator",
      path: "/app/earnings",
      before: owe,
      act: openTables,
    },
    {
      name: "payment-success",
      ...success,
      before: paid("completed"),
      act: see("Back to Developer Hub"),
    },
    {
      name: "payment-success-draft",
      ...success,
      before: async (page) => {
        await paid("completed")(page);
        await page.evaluate(keepDraft, draft);
      },
      act: see("Back to your campaign"),
    },
    {
      name: "payment-under-way",
      ...success,
      before: paid("pending"),
      act: see("Payment pending"),
    },
    {
      name: "profile-delete",
      viewer: "newcomer",
      path: "/app/profile?section=data",
      act: openDelete,
    },
    {
      name: "api-key",
      viewer: "newcomer",
      path: "/app/api",
      act: press("Add an API key"),
    },
    {
      name: "api-webhook",
      viewer: "newcomer",
      path: "/app/api",
      act: press("Add a webhook"),
    },
    { name: "webhooks-guide", viewer: "stranger", path: "/docs/webhooks" },
    { name: "api-reference", viewer: "stranger", path: "/docs" },
  ];
}

const draft = { fields: { gameTitle: "Tower of Fun" }, step: 2 };

/** Keeps a draft in the tab for the account of the stored token. Runs in the page. */
async function keepDraft(content: object): Promise<void> {
  const token = localStorage.getItem("token");
  const answer = await fetch("/api/auth/me", { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await answer.json()) as { data: { user: { _id: string } } };
  sessionStorage.setItem("campaign-draft", JSON.stringify({ ...content, owner: data.user._id }));
}

const saveSection = (page: Page, name: string) =>
  page
    .getByRole("region", { name: exactlyInAnyLanguage(name) })
    .getByRole("button", { name: exactlyInAnyLanguage("Save") })
    .click();

const dialog = (page: Page) => page.getByRole("dialog").waitFor();

async function openMenu(page: Page): Promise<void> {
  await see("Join campaign")(page).catch(() => undefined);
  const button = page.getByRole("button", { name: /men[uú]|Cleo Creates/i });
  await button.filter({ visible: true }).first().click();
}

async function openTables(page: Page): Promise<void> {
  const tables = page.getByText(inAnyLanguage("As a table"));
  await tables.first().waitFor();
  for (const table of await tables.all()) await table.click();
}

async function createKey(page: Page): Promise<void> {
  await page.getByLabel(inAnyLanguage("Name of a new key")).fill("Game server");
  await press("Create key")(page);
  await page.getByTestId("fresh-token").waitFor();
}

async function openInvalidClick(page: Page): Promise<void> {
  await page
    .getByRole("listitem")
    .getByText(inAnyLanguage(/INVALID/))
    .first()
    .click();
}

async function openAppeal(page: Page): Promise<void> {
  await openInvalidClick(page);
  await page
    .getByText(inAnyLanguage(/^Appeal (this click|all)/))
    .filter({ visible: true })
    .first()
    .click();
}

const appealed = {
  data: [
    {
      id: "01900000-0000-7000-8000-0000000000a1",
      clickedAt: "2026-11-21T14:03:20.000Z",
      verdict: "invalid",
      category: "Data-centre traffic",
      rule: "Clicks from data centres are invalid.",
      paid: 0,
      judgedInSeconds: null,
      network: "a data centre",
      alike: 37,
      appeal: {
        clicks: 37,
        state: "declined",
        text: "It is a friend who works from a rented desktop.",
        answer: "The address belongs to a hosting company that rents to programs too.",
        appealedAt: "2026-11-21T15:00:00.000Z",
        answeredAt: "2026-11-21T16:00:00.000Z",
      },
      appealUntil: null,
    },
  ],
  nextCursor: null,
};

/** Shows the demo's own figures with a debt. */
async function owe(page: Page): Promise<void> {
  await page.route("**/api/wallet/summary", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), owed: 0.3045 } });
  });
}

const paid = (status: "completed" | "pending") =>
  answer("**/api/stripe/checkout-session/*/confirm", {
    status,
    amount: 25,
    message: "Your bank has not confirmed this payment yet. It can take a few days.",
  });

async function openDelete(page: Page): Promise<void> {
  await press("Delete account")(page);
  await dialog(page);
}
