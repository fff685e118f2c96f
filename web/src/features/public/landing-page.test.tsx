import { listTrials } from "@fairclick/core/clicks/list-trials";
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openApp } from "../../testing/open-app";
import { item, stubApi } from "../../testing/stub-api";

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

it("claims only what the server's policy contains", async () => {
  const trials = { fromDay: null, toDay: null, rules: [] };
  const policy = { version: 7, windowSeconds: 20, burstClicks: 6, rules: [], clickRules, trials };
  stubApi({ "GET /api/policy": item(policy) });
  openApp("/");
  await screen.findByText(/Every click is judged about 20 seconds after it happened/);
  const receipt = screen.getByRole("figure");
  expect(within(receipt).getByText("6 clicks, one IP")).toBeTruthy();
  await screen.findByText(/^Policy 7\./);
});

it("says of each rule how often it was wrong, or that it is too early to say", async () => {
  const burst = {
    ...{ signal: "ip_burst", clicks: 1_234, joined: 31, returned: 12 },
    accepted: { clicks: 20_000, joined: 1_800, returned: 400 },
    developers: 7,
    others: { clicks: 900, returned: 8 },
  };
  const [busy, ...idle] = listTrials([burst]).filter(({ signal }) =>
    ["ip_burst", "datacenter"].includes(signal),
  );
  const rules = [
    {
      ...{ signal: "ip_burst", category: "a", effect: "invalid" },
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
      ...{ rules, clickRules, trials },
    }),
  });
  openApp("/");
  const rowOf = async (name: string) => {
    const cells = await screen.findAllByRole("rowheader", { name });
    return cells.map((cell) => cell.closest("tr")?.textContent ?? "").join();
  };
  expect(await rowOf("Too many clicks are invalid.")).toBe(
    "Too many clicks are invalid.Of 1,234 clicks this rule refused, 12 became players who came back (0.6–1.7 %)." +
      "Of the accepted clicks of the same links, 2 % came back.If the player comes back, the click is paid where budget is left.",
  );
  expect(await rowOf("Data centres are invalid.")).toBe(
    "Data centres are invalid.Too few reports yet to say.",
  );
  expect(screen.getByText("Literal (the default)").parentElement?.textContent).toContain(
    "Six clicks are too many.",
  );
  expect(screen.getByText("At a school, twenty devices are.")).toBeTruthy();
  expect(screen.getByText("Twenty devices at a school are invalid.")).toBeTruthy();
  expect(screen.getByText(/^Clicks from 2026-08-20 to 2026-11-17/)).toBeTruthy();
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
