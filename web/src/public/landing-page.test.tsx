import { policy } from "@fairclick/core/clicks/release-policy";
import { listTrials } from "@fairclick/core/clicks/rule-trials";
import { describeMoney } from "@fairclick/core/describe-money";
import { describeWithdrawalRules } from "@fairclick/core/money/holds";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { item, stubApi } from "../testing/stub-api";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const clickRules = {
  default: "literal" as const,
  choices: [
    { rules: "literal" as const, meaning: "Six clicks are too many." },
    { rules: "shared-aware" as const, meaning: "At a school, twenty devices are." },
  ],
};

const withdrawals = {
  rules: describeWithdrawalRules({
    depositHoldHours: 72,
    withdrawalReviewDollars: 100,
    withdrawalReviewFirst: true,
    unprovedPayoutDollars: 1_000,
  }),
};

it("claims only what the server's policy contains", async () => {
  const trials = { fromDay: null, toDay: null, rules: [] };
  const money = describeMoney({ feeBasisPoints: 0, heldDays: 7 });
  const policy = {
    version: 7,
    windowSeconds: 20,
    burstClicks: 6,
    rules: [],
    addressData: [],
    clickRules,
    trials,
    money,
    withdrawals,
  };
  stubApi({ "GET /api/policy": item(policy) });
  openApp("/");
  await screen.findByText(/Every click is judged about 20 seconds after it happened/);
  const receipt = screen.getByRole("figure");
  expect(within(receipt).getByText("6 clicks, one IP")).toBeTruthy();
  await screen.findByText(/^Policy 7\./);
  expect(
    screen.getByText(/is 3 days old, unless 3-D Secure checked the card's owner/),
  ).toBeTruthy();
  expect(screen.getByText(/^Your first withdrawal to a payout account waits/)).toBeTruthy();
  expect(screen.getByText(/^Before your first withdrawal, you confirm your email/)).toBeTruthy();
});

it("says of each rule how often it was wrong, or that it is too early to say", async () => {
  const burst = {
    ...{ signal: "device_burst", clicks: 1_234, joined: 31, returned: 12 },
    accepted: { clicks: 20_000, joined: 1_800, returned: 400 },
    developers: 7,
    others: { clicks: 900, returned: 8 },
  };
  const [busy, ...idle] = listTrials([burst], policy.effects).filter(({ signal }) =>
    ["device_burst", "datacenter"].includes(signal),
  );
  const rules = [
    {
      ...{ signal: "device_burst", category: "a", effect: "invalid" },
      rule: "Too many clicks are invalid.",
      shared: "Twenty devices at a school are invalid.",
    },
    {
      ...{ signal: "datacenter", category: "b", effect: "invalid", shared: null },
      rule: "Data centres are invalid.",
    },
  ];
  const trials = { fromDay: "2026-08-20", toDay: "2026-11-17", rules: [busy, ...idle] };
  stubApi({
    "GET /api/policy": item({
      ...{ version: 7, windowSeconds: 20, burstClicks: 6 },
      ...{
        rules,
        addressData: [],
        clickRules,
        trials,
        money: describeMoney({ feeBasisPoints: 0, heldDays: 7 }),
        withdrawals,
      },
    }),
  });
  openApp("/");
  const readRow = async (name: string) => {
    const cells = await screen.findAllByRole("rowheader", { name });
    return cells.map((cell) => cell.closest("tr")?.textContent ?? "").join();
  };
  expect(await readRow("Too many clicks are invalid.")).toBe(
    "Too many clicks are invalid.Of 1,234 clicks this rule refused, 12 became players who came back (0.6–1.7%)." +
      "Of the accepted clicks of the same links, 2% came back.If the player comes back, the click is paid where budget is left.",
  );
  expect(await readRow("Data centres are invalid.")).toBe(
    "Data centres are invalid.Too few reports yet to say.",
  );
  expect(
    screen.getByText("The same at every address (the default)").parentElement?.textContent,
  ).toContain("Six clicks are too many.");
  expect(screen.getByText("At a school, twenty devices are.")).toBeTruthy();
  screen.getByText(/^Programs that their requests give away\. Of 184 recorded requests/);
  screen.getByText("Not caught");
  expect(screen.getByText("Twenty devices at a school are invalid.")).toBeTruthy();
  expect(screen.getByText(/^Clicks from 2026-08-20 to 2026-11-17/)).toBeTruthy();
});

it("says once that it is too early to say how often any rule was wrong", async () => {
  const trials = { fromDay: null, toDay: null, rules: listTrials([], policy.effects) };
  stubApi({
    "GET /api/policy": item({
      ...{ version: 7, windowSeconds: 20, burstClicks: 6 },
      ...{
        rules: [],
        addressData: [],
        clickRules,
        trials,
        money: describeMoney({ feeBasisPoints: 0, heldDays: 7 }),
        withdrawals,
      },
    }),
  });
  openApp("/");
  await screen.findByText("Too few reports yet to say this of any rule.");
  expect(screen.queryByText("What the games report")).toBeNull();
  expect(screen.queryByText("Too few reports yet to say.")).toBeNull();
});

const figures = {
  ...{ openCampaigns: 24, budgetLeft: 1_830, paid: 212 },
  payoutPerThousand: { lowest: 0.8, median: 1.2, highest: 4 },
  clicks: { judged: 10_000, valid: 7_500 },
  measuredAt: "2026-11-23T05:00:00.000Z",
};

it("shows its prices by the server's figures, with an example whose assumption can be changed", async () => {
  const money = describeMoney({ feeBasisPoints: 500, heldDays: 7 });
  stubApi({
    "GET /api/marketplace": item(figures),
    "GET /api/policy": item({
      money,
      withdrawals,
      rules: [],
      addressData: [],
      clickRules,
      trials: { rules: [] },
    }),
  });
  openApp("/");
  const total = async () => (await screen.findByText("You earn")).nextElementSibling?.textContent;
  await screen.findByText("75%");
  expect(await total()).toBe("$90.00");
  fireEvent.click(screen.getByRole("button", { name: "0.2", pressed: false }));
  expect(await total()).toBe("$18.00");
  expect(screen.getByText(/more than the 50 dollars above when more than 0.56%/)).toBeTruthy();
  expect(screen.getByText(/open campaigns pay/).textContent).toContain("$0.80 to $4.00");
  for (const sentence of money.campaign) expect(screen.getByText(sentence)).toBeTruthy();
  const [link] = screen.getAllByRole("link", { name: "See open campaigns" });
  expect(link?.getAttribute("href")).toBe("/campaigns");
});

it("promises nothing without figures", async () => {
  const none = { ...figures, payoutPerThousand: null, clicks: null, paid: null };
  stubApi({ "GET /api/marketplace": item(none) });
  openApp("/");
  await screen.findByText("Too few clicks to say");
  expect(screen.getByText("You earn at most").nextElementSibling?.textContent).toBe("$150.00");
  expect(screen.getByText("1,000 valid clicks, recommended price")).toBeTruthy();
});

it("leads developers and creators to their sign-up, and everybody to the login", async () => {
  stubApi({});
  openApp("/");
  await screen.findByRole("heading", { level: 1, name: /Ad systems are broken/ });
  const addresses = (name: string) =>
    screen.getAllByRole("link", { name }).map((link) => link.getAttribute("href"));
  expect(addresses("Join as Game Developer")).toEqual(["/register?role=developer"]);
  expect(addresses("Join as UGC Creator")).toEqual(["/register?role=creator"]);
  expect(addresses("Log In")).toContain("/login");
  expect(addresses("Sign Up")).toContain("/register");
});
