import { expect, it } from "vitest";
import { addAccount, addCampaign, call, fundWallet } from "./market";
import { phone, phoneAndDesktop, type Spec, specify } from "./specify";

async function launch({ stack }: Spec) {
  const developer = await addAccount(stack(), "developer");
  await fundWallet(stack(), developer, 20);
  return { developer, ...(await addCampaign(stack(), developer)) };
}

specify("the Creator Hub", phone, (spec) => {
  const { open, stack } = spec;
  const campaign = () => launch(spec);

  it("shows four figures after the first join", async () => {
    const { id } = await campaign();
    const creator = await addAccount(stack());
    await call(stack(), ["POST", `/api/campaigns/join/${id}`], { token: creator.token });
    const page = await open(creator);
    await page.goto("/app/creator-hub");
    for (const label of ["Total Earnings", "Total Clicks", "Active Links", "Pending Payout"])
      await page.getByText(label, { exact: true }).waitFor();
  });

  it("shows an empty text under each tab", async () => {
    const page = await open(await addAccount(stack()));
    await page.goto("/app/creator-hub");
    await page.getByRole("tab", { name: "My Campaigns" }).click();
    await page.getByText("You have not joined a campaign yet.").waitFor();
    await page.goto("/app/creator-hub?search=nothing-is-called-this");
    await page.getByText("No campaigns available at the moment. Check back later!").waitFor();
  });

  it("finds campaigns by name, ignoring case", async () => {
    const wanted = await campaign();
    const other = await campaign();
    const page = await open(await addAccount(stack()));
    await page.goto("/app/creator-hub");
    await page.getByRole("searchbox", { name: "Search campaigns" }).fill(wanted.name.toUpperCase());
    await page.getByRole("heading", { name: wanted.name }).waitFor();
    await expect.poll(() => page.getByRole("heading", { name: other.name }).count()).toBe(0);
  });

  it("shows a campaign's details, which offer to join and then to view it", async () => {
    const { developer, name } = await campaign();
    const page = await open(await addAccount(stack()));
    await page.goto(`/app/creator-hub?search=${encodeURIComponent(name)}`);
    await page.getByRole("button", { name: /details/i }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(`By ${developer.username}, here since`).waitFor();
    for (const text of [
      "Status",
      "Per Click",
      "Budget Left",
      "Total Clicks",
      "Description",
      "Target Audience",
      "Genres",
      "Trailer",
      "Hashtags",
      "Start Date",
      "End Date",
      "Conversion Tips",
    ]) {
      await dialog.getByText(text, { exact: true }).waitFor();
    }
    expect(await dialog.locator("ol > li").count()).toBe(4);
    await dialog.getByRole("button", { name: "Join Campaign" }).click();
    await dialog.getByRole("button", { name: "View in Active Campaigns" }).click();
    await page.waitForURL(/tab=mine/);
    await page.getByRole("heading", { name }).waitFor();
  });

  it("shows 'Joining...' while it joins from the details, and 'Game Not Specified' without a game", async () => {
    const { id, name } = await campaign();
    const page = await open(await addAccount(stack()));
    await page.route(/\/api\/campaigns\?/, async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = await response.json();
      const nameless = data.map((each: object) => ({ ...each, gameName: null }));
      await route.fulfill({ response, json: { ...rest, data: nameless } });
    });
    const seen = Promise.withResolvers<void>();
    await page.route(`**/api/campaigns/join/${id}`, async (route) => {
      await seen.promise;
      await route.continue();
    });
    await page.goto(`/app/creator-hub?search=${encodeURIComponent(name)}`);
    await page.getByText("Game Not Specified").waitFor();
    await page.getByRole("button", { name: "Details" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^Judged up to|^Nothing has been judged yet/).waitFor();
    await dialog.getByRole("button", { name: "Join Campaign" }).click();
    expect(await dialog.getByRole("button", { name: "Joining..." }).isDisabled()).toBe(true);
    seen.resolve();
    await dialog.getByRole("button", { name: "View in Active Campaigns" }).waitFor();
  });

  it("closes the details with Close", async () => {
    const { name } = await campaign();
    const page = await open(await addAccount(stack()));
    await page.goto(`/app/creator-hub?search=${encodeURIComponent(name)}`);
    await page.getByRole("button", { name: /details/i }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "Close", exact: true })
      .last()
      .click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("shows 'Failed to load Creator Hub data.' and 'Failed to join campaign'", async () => {
    const { name } = await campaign();
    const page = await open(await addAccount(stack()));
    await page.route(/\/campaigns\/join\//, (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.goto(`/app/creator-hub?search=${encodeURIComponent(name)}`);
    await page.getByRole("button", { name: "Join campaign" }).click();
    await page.getByText("Failed to join campaign").waitFor();
    await page.route(/\/campaigns(\?|\/joined|$)/, (route) =>
      route.request().resourceType() === "document"
        ? route.continue()
        : route.fulfill({ status: 500, body: "{}" }),
    );
    await page.reload();
    await page.getByText("Failed to load Creator Hub data.").first().waitFor();
  });
});

specify("joining on the Creator Hub", phoneAndDesktop, (spec) => {
  const { open, stack } = spec;
  it("joins a campaign, moves it to My Campaigns and copies its link", async () => {
    const { id, name } = await launch(spec);
    const creator = await addAccount(stack());
    const page = await open(creator);
    await page.goto(`/app/creator-hub?search=${encodeURIComponent(name)}`);
    await page.getByText("Tower of Tests").first().waitFor();
    await page.getByRole("button", { name: "Join campaign" }).click();
    await page.getByText("Successfully joined campaign!").waitFor();
    await page.getByRole("tab", { name: "My Campaigns" }).click();
    await page.getByRole("button", { name: "Copy Link" }).click();
    await page.getByText("Link copied to clipboard!").waitFor();
    const { data } = await call<{ data: { redirectLink: string; shortLink: string }[] }>(
      stack(),
      ["GET", "/api/campaigns/joined"],
      { token: creator.token },
    );
    expect(data.map(({ redirectLink }) => redirectLink)).toEqual([
      `${stack().appUrl}/api/clicks/redirect/${id}?userId=${creator.id}`,
    ]);
    // People copy its short address.
    expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(data[0]?.shortLink);
    await page.getByRole("tab", { name: "Joinable Campaigns" }).click();
    await page.getByText("No campaigns available at the moment. Check back later!").waitFor();
  });
});

specify("the Developer Hub", phone, ({ open, stack }) => {
  it("shows a wallet, a create button, tips and the bot rules", async () => {
    const page = await open(await addAccount(stack()));
    await page.goto("/app/developer-hub");
    for (const name of ["My Wallet", "Quick Tips", "Bot Detection"])
      await page.getByRole("heading", { name }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Create Campaign" }).waitFor();
    const text = await page.locator("main").textContent();
    expect(text).toContain("$0.00");
    expect(text).toMatch(/set competitive payouts to attract top creators/i);
    expect(text).toMatch(/target specific creator communities/i);
    expect(text).toMatch(/4 or more clicks from one IP .*60 seconds/i);
  });

  it("leads to the payments, to a new campaign and to all campaigns", async () => {
    const page = await open(await addAccount(stack()));
    for (const [name, address] of [
      ["Fund Wallet", "/app/payments"],
      ["Create Campaign", "/app/campaigns/create"],
      ["View all campaigns", "/campaigns"],
    ] as const) {
      await page.goto("/app/developer-hub");
      await page.getByText("Quick Tips", { exact: true }).click();
      await page.getByRole("main").getByRole("link", { name, exact: true }).click();
      await page.waitForURL(`**${address}`);
    }
  });

  it("shows that there are no campaigns yet", async () => {
    const page = await open(await addAccount(stack()));
    await page.goto("/app/developer-hub");
    await page.getByText("You don't have any campaigns yet.").waitFor();
    await page.getByText("Start one to begin tracking performance.").waitFor();
  });

  it("features one campaign with its progress, figures and LIVE, and counts the others", async () => {
    const developer = await addAccount(stack(), "developer");
    await fundWallet(stack(), developer, 50);
    await addCampaign(stack(), developer);
    const { name } = await addCampaign(stack(), developer);
    const page = await open(developer);
    await page.goto("/app/developer-hub");
    const card = page.getByRole("article", { name });
    await card.getByText("LIVE").waitFor();
    for (const label of ["Budget used", "Clicks", "CTR", "End Date"])
      await card.getByText(label, { exact: true }).waitFor();
    await card.getByText("N/A").waitFor();
    expect(await card.getByRole("progressbar").getAttribute("value")).toBe("0");
    await page.getByRole("link", { name: "View all 2 campaigns" }).click();
    await page.waitForURL("**/app/campaigns");
  });

  it("shows an empty list without an error if campaigns cannot be fetched", async () => {
    const page = await open(await addAccount(stack()));
    await page.route(/my-campaigns/, (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.goto("/app/developer-hub");
    await page.getByText("You don't have any campaigns yet.").waitFor({ timeout: 30_000 });
    expect(await page.locator("[data-sonner-toast]").count()).toBe(0);
  });
});
