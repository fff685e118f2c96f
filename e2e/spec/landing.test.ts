import { expect, it } from "vitest";
import { phone, phoneAndDesktop, specify } from "./specify";

specify("the landing page", phoneAndDesktop, ({ open, width }) => {
  it("shows a headline about broken ad systems", async () => {
    const page = await open();
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: /ad systems are broken/i }).waitFor();
  });

  it("leads to the login and to the registration, with each role", async () => {
    const page = await open();
    for (const [name, address] of [
      ["Log In", "/login"],
      ["Sign Up", "/register"],
      ["Join as Game Developer", "/register?role=developer"],
      ["Join as UGC Creator", "/register?role=creator"],
    ] as const) {
      await page.goto("/");
      await page.getByRole("link", { name, exact: true }).first().click();
      await page.waitForURL(`**${address}`);
    }
  });

  it("describes the problems, three steps, link tracking and bot detection", async () => {
    const page = await open();
    await page.goto("/");
    for (const name of [
      "For developers",
      "For creators",
      "How it works",
      "Launch a campaign",
      "Creators join and promote",
      "Earn and track in real time",
      "Redirect link tracking",
      "Bot detection",
    ]) {
      await page.getByRole("heading", { name }).waitFor();
    }
  });

  it("fits the screen while its receipt is stamped", async () => {
    const page = await open();
    await page.goto("/");
    await page.getByText("Example: one minute of one link").waitFor();
    const wider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    expect(await page.evaluate(wider)).toBe(false);
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await page.evaluate(wider)).toBe(false);
    await page.setViewportSize({ width, height: 900 });
  });

  it("claims what the specification claims", async () => {
    const page = await open();
    await page.goto("/");
    const text = await page.locator("main").textContent();
    expect(text).toContain("Clicks are logged with IP, timestamp, referrer and user agent.");
    expect(text).toContain("Developers can disable links");
    expect(text).toContain(
      "per-IP and per-device rate limits, headless-browser detection and hidden honeypot elements",
    );
    expect(text).toContain("Payouts start at $0.08+ per click for under 3% retention.");
    expect(text).toContain("10M views are worth roughly $50.");
  });

  it("links short Terms and Privacy pages in its footer", async () => {
    const page = await open();
    for (const name of ["Terms", "Privacy"]) {
      await page.goto("/");
      await page.getByRole("contentinfo").getByRole("link", { name }).click();
      await page.waitForURL(`**/${name.toLowerCase()}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
    }
  });

  it("omits links to Twitter and Discord if none are configured", async () => {
    const page = await open();
    await page.goto("/");
    await page.getByRole("contentinfo").waitFor();
    expect(await page.getByRole("link", { name: /Twitter|Discord/ }).count()).toBe(0);
  });

  it("has a bar that becomes more opaque after 10 pixels", async () => {
    const page = await open();
    await page.goto("/");
    const bar = page.locator("header[data-scrolled]");
    expect(await bar.getAttribute("data-scrolled")).toBe("false");
    await page.evaluate("window.scrollTo(0, 11)");
    await page.locator('header[data-scrolled="true"]').waitFor();
    await page.evaluate("window.scrollTo(0, 10)");
    await page.locator('header[data-scrolled="false"]').waitFor();
  });
});

specify("all campaigns, without a session", phone, ({ open }) => {
  it("answers at /campaigns without a session", async () => {
    const page = await open();
    await page.goto("/campaigns");
    await page.getByRole("heading", { level: 1, name: "All campaigns" }).waitFor();
  });

  it("leaves /app/campaigns and /app/campaigns/create unprotected", async () => {
    const page = await open();
    await page.goto("/app/campaigns");
    await page.getByRole("heading", { name: "Campaigns Page" }).waitFor();
    await page.goto("/app/campaigns/create");
    await page.getByRole("heading", { name: "Create Campaign" }).waitFor();
  });
});
