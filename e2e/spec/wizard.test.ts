import { makePng } from "@fairclick/services/campaigns/testing/images";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { addAccount, call, fundWallet } from "./market";
import { phone, phoneAndDesktop, type Spec, specify } from "./specify";

const DAY_MS = 86_400_000;
const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
const forward = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

/** The calendar day in the browser's own time zone. */
const today = (page: Page) => page.evaluate<string>("new Date().toLocaleDateString('en-CA')");

async function fillGame(page: Page): Promise<void> {
  await page.getByLabel("Game URL").fill("https://www.roblox.com/games/1");
  await page.getByLabel("Game title").fill("Lava Tower Deluxe");
  await page.getByLabel("Description").fill("Climb.");
  await page.getByLabel("Target audience").fill("Climbers");
  await page.getByRole("button", { name: "Obby", exact: true }).click();
}

async function fillPayment(page: Page): Promise<void> {
  await fillGame(page);
  await forward(page);
  await page.getByLabel(/Payout rate/).fill("1.50");
}

async function fillDates(page: Page, start: string, end: string): Promise<void> {
  await fillPayment(page);
  await forward(page);
  await page.getByLabel("Start date").fill(start);
  await page.getByLabel("End date").fill(end);
  await page.getByLabel("Content to display").fill("Show the last jump.");
}

async function beginAt({ open, stack }: Spec) {
  const developer = await addAccount(stack(), "developer");
  const page = await open(developer);
  await page.goto("/app/campaigns/create");
  return { developer, page };
}

specify("creating a campaign", phone, (spec) => {
  const { open, stack } = spec;
  const begin = () => beginAt(spec);

  it("requires its fields in step 1, and clears each error when its field is edited", async () => {
    const { page } = await begin();
    await forward(page);
    const errors = [
      "Game URL is required",
      "Game title is required",
      "Description is required",
      "Target audience is required",
      "At least one tag is required",
    ];
    for (const text of errors) await page.getByText(text).waitFor();
    await fillGame(page);
    for (const text of errors) await expect.poll(() => page.getByText(text).count()).toBe(0);
  });

  it("rejects a payout rate that is missing, not positive or no number in step 2", async () => {
    const { page } = await begin();
    await fillPayment(page);
    const rate = page.getByLabel(/Payout rate/);
    const error = page.getByText("Valid payout rate is required");
    for (const wrong of ["", "0", "-1", "a lot"]) {
      await rate.fill("1.50");
      await error.waitFor({ state: "hidden" });
      await rate.fill(wrong);
      await forward(page);
      await error.waitFor();
    }
  });

  it("recommends $1.50 for 1,000 clicks and a budget for 10,000", async () => {
    const { page } = await begin();
    await fillPayment(page);
    await page.getByText(/Recommended: \$1\.50 per 1,000 clicks/).waitFor();
    await page.getByText("$15.00").first().waitFor();
    await page.getByText("In your wallet").waitFor();
  });

  it("requires its fields in step 3", async () => {
    const { page } = await begin();
    await fillPayment(page);
    await forward(page);
    expect(await page.getByLabel("Start date").inputValue()).toBe(await today(page));
    await page.getByLabel("Start date").fill("");
    await page.getByLabel("End date").fill("");
    await page.getByRole("button", { name: "Deploy" }).click();
    for (const text of [
      "Start date is required",
      "End date is required",
      "Content to display is required",
    ]) {
      await page.getByText(text).waitFor();
    }
  });

  it.each([
    ["End date must be after start date", day(5), day(5)],
    ["End date must be at least tomorrow", day(-3), day(-1)],
  ])("shows '%s'", async (text, start, end) => {
    const { page } = await begin();
    await fillDates(page, start, end);
    await page.getByRole("button", { name: "Deploy" }).click();
    await page.getByText(text).waitFor();
  });

  it("rejects a cover that is not an image or has 5 MB", async () => {
    const { page } = await begin();
    const cover = page.getByLabel(/Game cover image/);
    await cover.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
    await page.getByText("Please select a valid image file").waitFor();
    const buffer = Buffer.alloc(5 * 1024 * 1024);
    await cover.setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
    await page.getByText("Image file size must be less than 5MB").waitFor();
  });

  it("stores a cover and shows it, with a description and a way to remove it", async () => {
    const { page } = await begin();
    const image = { name: "a.png", mimeType: "image/png", buffer: Buffer.from(await makePng()) };
    await page.getByLabel(/Game cover image/).setInputFiles(image);
    await page.getByText("The image is stored.").waitFor();
    await page.getByLabel(/Cover description/).fill("Two colours");
    await page.reload();
    const cover = page.getByRole("img", { name: "The cover you chose" });
    await expect
      .poll(() => cover.evaluate((image: { naturalWidth?: number }) => image.naturalWidth))
      .toBe(320);
    expect(await page.getByLabel(/Cover description/).inputValue()).toBe("Two colours");
    await page.getByRole("button", { name: "Remove Image" }).click();
    const drawn = page.getByRole("img", { name: "The drawn cover" });
    await expect
      .poll(() => drawn.evaluate((image: { naturalWidth?: number }) => image.naturalWidth))
      .toBe(1_280);
  });

  it("accepts at most three genres and ten hashtags", async () => {
    const { page } = await begin();
    for (const genre of ["Obby", "RPG", "Tycoon"])
      await page.getByRole("button", { name: genre, exact: true }).click();
    expect(await page.getByRole("button", { name: "Anime", exact: true }).isDisabled()).toBe(true);
    const typed = page.getByRole("textbox", { name: /^Hashtags/ });
    for (let n = 0; n < 10; n += 1) {
      await typed.fill(`tag${n}`);
      await typed.press("Enter");
    }
    await page.getByRole("button", { name: "Remove #tag9" }).waitFor();
    expect(await typed.isDisabled()).toBe(true);
  });

  it("suggests hashtags from the title, the genres and Roblox", async () => {
    const { page } = await begin();
    await fillGame(page);
    for (const tag of ["#Lava", "#Tower", "#Deluxe", "#Obby", "#Roblox", "#Gaming", "#RobloxGame"])
      await page.getByRole("button", { name: tag, exact: true }).waitFor();
    await page.getByRole("button", { name: "#Tower", exact: true }).click();
    await page.getByRole("button", { name: "Remove #Tower" }).waitFor();
  });

  it("goes back a step and keeps all input, also through a reload", async () => {
    const { page } = await begin();
    await fillPayment(page);
    await page.reload();
    await expect.poll(() => page.getByLabel(/Payout rate/).inputValue()).toBe("1.50");
    await page.getByRole("button", { name: "Back" }).click();
    await expect.poll(() => page.getByLabel("Game title").inputValue()).toBe("Lava Tower Deluxe");
  });

  it("spends $500 in one campaign, and shows what that buys", async () => {
    const { developer, page } = await begin();
    await fundWallet(stack(), developer, 500);
    await fillPayment(page);
    await page.getByLabel(/^Budget/).fill("500");
    await page.getByText("333,333").waitFor();
    await forward(page);
    await page.getByLabel("Start date").fill(day(0));
    await page.getByLabel("End date").fill(day(14));
    await page.getByLabel("Content to display").fill("Show the last jump.");
    await page.getByRole("button", { name: "Deploy" }).click();
    await page.waitForURL("**/app/creator-hub");
    const { token } = developer;
    const path = "/api/campaigns/my-campaigns";
    const { data } = await call<{ data: unknown[] }>(stack(), ["GET", path], { token });
    expect(data).toMatchObject([{ status: "ACTIVE", budget: 500, budgetRemaining: 500 }]);
  });

  it("shows 'Failed to create campaign' without losing the draft", async () => {
    const { page } = await begin();
    await page.route(/\/campaigns$/, (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 500, body: "{}" })
        : route.continue(),
    );
    await fillDates(page, day(0), day(14));
    await page.getByRole("button", { name: "Deploy" }).click();
    await page.getByText("Failed to create campaign").waitFor();
    expect(await page.getByLabel("Content to display").inputValue()).toBe("Show the last jump.");
  });

  it("says what the wallet lacks, and leads back to the draft's step once funds are added", async () => {
    const { page } = await begin();
    await fillPayment(page);
    await page.getByText("Your wallet lacks $15.00").waitFor();
    await page.getByRole("link", { name: "add funds" }).click();
    await page.getByRole("button", { name: "$25", exact: true }).click();
    await page.getByRole("button", { name: "Proceed to Payment" }).click();
    await page.getByRole("button", { name: "Pay $25.00" }).click();
    await page.getByText("Payment Successful!").waitFor();
    await page.getByText("Your wallet has been successfully funded!").waitFor();
    await page.getByRole("link", { name: "Back to Developer Hub" }).waitFor();
    await page.getByRole("link", { name: "Back to your campaign" }).click();
    await page.waitForURL("**/app/campaigns/create?step=2");
    await expect.poll(() => page.getByLabel(/Payout rate/).inputValue()).toBe("1.50");
    await page.getByText("$25.00", { exact: true }).waitFor();
    expect(await page.getByText(/Your wallet lacks/).count()).toBe(0);
  });

  it("keeps the draft of a person who signs in at the end", async () => {
    const { email } = await addAccount(stack());
    const page = await open();
    await page.goto("/app/campaigns/create");
    await fillDates(page, day(0), day(14));
    await page.getByRole("button", { name: "Deploy" }).click();
    await page.waitForURL(/\/register/);
    await page.getByRole("link", { name: "Log in", exact: true }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL(/\/app\/campaigns\/create\?step=3/);
    await expect
      .poll(() => page.getByLabel("Content to display").inputValue())
      .toBe("Show the last jump.");
    await page.getByRole("button", { name: "Back" }).click();
    await expect.poll(() => page.getByLabel(/Payout rate/).inputValue()).toBe("1.50");
  });
});

specify("launching a campaign", phoneAndDesktop, (spec) => {
  it("confirms it and leads to the Creator Hub", async () => {
    const { developer, page } = await beginAt(spec);
    await fundWallet(spec.stack(), developer, 20);
    await fillDates(page, day(0), day(14));
    await page.getByRole("button", { name: "Deploy" }).click();
    await page
      .getByText(
        "Campaign created successfully! Your campaign is now available for creators to join.",
      )
      .waitFor();
    await page.waitForURL("**/app/creator-hub");
  });
});
