import type { OwnCase } from "@fairclick/core/campaigns/cases";
import type { ExplainedClick } from "@fairclick/core/clicks/campaign-clicks";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { campaign, item, list, series, stubApi } from "../testing/stub-api";
import {
  campaignAddress,
  campaignLink,
  campaignPage,
  campaignPath,
} from "../testing/stub-campaign-page";

const address = `${campaignAddress}?clicks=all`;

const click: ExplainedClick = {
  id: "01900000-0000-7000-8000-0000000000a1",
  clickedAt: new Date(Date.now() - 90_000).toISOString(),
  creatorId: "u2",
  creator: "Cleo",
  verdict: "valid",
  category: null,
  country: "DE",
  device: "phone",
  network: "carrier",
  referrer: "tiktok.com",
  rule: null,
  price: 0.0015,
  fee: 0,
  transactionId: "01900000-0000-7000-8000-0000000000b1",
  reversalId: null,
  objection: null,
};
const refused: ExplainedClick = {
  ...click,
  ...{ id: "01900000-0000-7000-8000-0000000000a2", verdict: "invalid", category: "Bot traffic" },
  ...{ country: "unknown", price: 0, transactionId: null },
  rule: "Clicks from known bots are invalid.",
};
const link = {
  ...{ ...campaignLink, userId: "01900000-0000-7000-8000-0000000000d2" },
  clicks: { total: 200, pending: 0, valid: 120, invalid: 66, held: 14, unpaid: 0 },
  ...{ paid: 0.18, judgedUpTo: series.judgedUpTo },
  refusals: [
    {
      category: "Too many clicks at once",
      rule: "4 clicks from one address.",
      invalid: 66,
      held: 0,
    },
    { category: "VPN traffic", rule: "Clicks through a VPN are held.", invalid: 0, held: 14 },
  ],
};
const page = {
  ...campaignPage,
  [`GET ${campaignPath}/links`]: list([link]),
  [`GET ${campaignPath}/clicks`]: list([click, refused]),
};

beforeEach(() => localStorage.setItem("token", "secret"));

const openList = () => screen.findByRole("list", { name: "Clicks of this campaign" });

it("shows each click with its origin, price, verdict and transaction", async () => {
  stubApi(page);
  openApp(address);
  const [paid, invalid] = await within(await openList()).findAllByRole("listitem");
  if (!paid || !invalid) throw new Error("There are no clicks");
  for (const text of [
    "Cleo",
    "VALID",
    click.transactionId ?? "",
    "Germany",
    "Phone",
    "tiktok.com",
  ]) {
    expect(within(paid).getByText(text)).toBeTruthy();
  }
  within(paid).getByText("a phone company's shared address");
  expect(within(paid).getAllByText("$0.0015")).toHaveLength(2);
  expect(invalid.textContent).toContain("Bot traffic");
  within(invalid).getByText(refused.rule ?? "");
  expect(within(invalid).queryByText("Object to this click")).toBeNull();
});

it("groups what was not paid by reason and creator, with the rule and what it saved", async () => {
  stubApi(page);
  const { path: shown } = openApp(address);
  const groups = await screen.findByRole("list", { name: "Clicks that were not paid" });
  screen.getByText(/clicks were refused, which saved about/);
  const [bursts, held] = within(groups).getAllByRole("listitem");
  if (!bursts || !held) throw new Error("There are no groups");
  expect(bursts.textContent).toMatch(/66 clicks, Cleo.*\$0\.09.*Too many clicks at once/);
  within(bursts).getByText("4 clicks from one address.");
  within(held).getByText("14 of them wait for an operator.");
  fireEvent.click(within(bursts).getByRole("button", { name: "Show these clicks", hidden: true }));
  await waitFor(() => expect(shown()).toContain(link.userId));
  expect(decodeURIComponent(shown())).toContain("category=Too+many+clicks+at+once");
});

it("objects to all paid clicks of a creator at once", async () => {
  const calls = stubApi({
    ...page,
    [`POST ${campaignPath}/objections`]: () =>
      item({ id: "o1", clicks: 120, cost: 0.18 }, "Thank you."),
  });
  openApp(address);
  const groups = await screen.findByRole("list", { name: "Clicks that were paid" });
  const [cleo] = within(groups).getAllByRole("listitem");
  if (!cleo) throw new Error("There is no group");
  expect(cleo.textContent).toMatch(/120 clicks, Cleo.*\$0\.18.*VALID/);
  const text = "None of them arrived in the game.";
  fireEvent.change(within(cleo).getByLabelText("Why should it not be paid?"), {
    target: { value: text },
  });
  fireEvent.click(within(cleo).getByRole("button", { name: "Send Objection", hidden: true }));
  await screen.findByText("Thank you.");
  await within(cleo).findByText(/^You have objected. An operator looks at it/);
  const sent = calls.find(({ name }) => name.startsWith("POST"));
  expect(sent?.body).toEqual({ filter: { creator: link.userId }, text });
});

it("offers to object to all of a list that has paid clicks", async () => {
  stubApi(page);
  openApp(address);
  await openList();
  await screen.findByText("Object to these paid clicks");
});

it("asks for clicks only in their section", async () => {
  const calls = stubApi(page);
  openApp(`/app/campaigns/${campaign._id}`);
  fireEvent.click(await screen.findByRole("tab", { name: "Clicks" }));
  expect(calls.some(({ name }) => name === `GET ${campaignPath}/clicks`)).toBe(false);
  await openList();
});

it("says what an empty list will show, and with a filter that none match", async () => {
  stubApi({ ...page, [`GET ${campaignPath}/clicks`]: list([]) });
  openApp(address);
  const rules = await screen.findByRole("link", { name: "the rules" });
  expect(rules.parentElement?.textContent).toMatch(/^No clicks yet\. Each will be listed here/);
  expect(screen.queryByText("Object to these paid clicks")).toBeNull();
  cleanup();
  openApp(address.replace("all", "verdict=held"));
  await screen.findByText("No clicks match.");
});

it("filters, and exports what the filter matches", async () => {
  const calls = stubApi({
    ...page,
    [`GET ${campaignPath}/clicks.csv`]: {
      status: 422,
      body: { message: "Please export a shorter time." },
    },
  });
  openApp(address);
  await openList();
  fireEvent.change(screen.getByLabelText("Verdict"), { target: { value: "invalid" } });
  const lastSearch = () =>
    calls.filter(({ name }) => name === `GET ${campaignPath}/clicks`).at(-1)?.search;
  await waitFor(() => expect(lastSearch()).toContain("verdict=invalid"));
  fireEvent.change(screen.getByLabelText("Country"), { target: { value: "de" } });
  await waitFor(() => expect(lastSearch()).toContain("country=DE"));
  expect(lastSearch()).toContain("verdict=invalid");
  expect(screen.queryByText("Object to these paid clicks")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Export as CSV" }));
  await screen.findByText("Please export a shorter time.");
});

it("objects to a click, and shows the cases with their answers", async () => {
  const objection: OwnCase = {
    ...{ id: "o1", kind: "objections", state: "declined", text: "Nobody arrived.", clicks: 1 },
    ...{ campaignId: campaign._id, campaign: campaign.name, gameUrl: null },
    ...{ cost: 0.0015, returned: 0, reversedClicks: 0, openedAt: click.clickedAt },
    ...{ answer: "They came back.", decidedAt: click.clickedAt },
    ...{ day: null, category: null, paidClicks: null, networks: null },
  };
  const review: OwnCase = {
    ...{ ...objection, id: "r1", kind: "reviews", state: "open", text: "", clicks: null },
    ...{ cost: null, gameUrl: "https://new.example/", answer: null, decidedAt: null },
  };
  const appeal: OwnCase = {
    ...{ ...objection, id: "a1", kind: "appeals", state: "accepted", clicks: 37, cost: 0.0555 },
    ...{ day: "2026-11-27", category: "Data-centre traffic", paidClicks: 36 },
    networks: "a data centre (30), a home line (7)",
  };
  let isSent = false;
  const calls = stubApi({
    ...page,
    "GET /api/cases": () => list(isSent ? [objection, review, appeal] : []),
    [`POST ${campaignPath}/objections`]: () => {
      isSent = true;
      const made = { id: "o1", clicks: 1, cost: 0.0015 };
      return item(made, "Thank you. An operator will look at these clicks.");
    },
  });
  openApp(address);
  const [paid] = await within(await openList()).findAllByRole("listitem");
  if (!paid) throw new Error("There are no clicks");
  fireEvent.click(within(paid).getByRole("button", { name: "Send Objection", hidden: true }));
  await within(paid).findByText("Please say in a sentence why these clicks should not be paid.");
  const field = within(paid).getByLabelText("Why should it not be paid?");
  fireEvent.change(field, { target: { value: "Nobody of them arrived." } });
  fireEvent.click(within(paid).getByRole("button", { name: "Send Objection", hidden: true }));
  await screen.findByText("Thank you. An operator will look at these clicks.");
  const sent = calls.find(({ name }) => name.startsWith("POST"));
  expect(sent?.body).toEqual({ clickId: click.id, text: "Nobody of them arrived." });
  fireEvent.click(screen.getByRole("link", { name: "Your cases" }));
  await screen.findAllByText("Fairclick: They came back.");
  expect(screen.getByText(`Objection about ${campaign.name}`)).toBeTruthy();
  expect(screen.getByText("https://new.example/")).toBeTruthy();
  screen.getByText("Clicks of Nov 27, 2026 (UTC): Data-centre traffic");
  screen.getByText("They came from: a data centre (30), a home line (7).");
  screen.getByText("36 clicks were paid.");
});
