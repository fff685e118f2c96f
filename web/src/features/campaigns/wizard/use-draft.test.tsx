import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { fill, LAUNCHED, press, signInForWizard, wallet } from "../../../testing/fill-wizard";
import { openApp } from "../../../testing/open-app";
import {
  type Call,
  campaign,
  emptyMarket,
  item,
  list,
  signedIn,
  stubApi,
  user,
} from "../../../testing/stub-api";

signInForWizard();

/** Answers like a server that keeps one account's drafts. */
function draftServer() {
  const drafts = new Map<string, unknown>();
  const replies = {
    ...signedIn,
    ...emptyMarket,
    ...wallet,
    "GET /api/campaigns/my-campaigns": list([]),
    "GET /api/campaigns/drafts": () => list([...drafts.keys()].map((_id) => ({ ...summary, _id }))),
  };
  const summary = { title: "Tower of Tests", step: 2, updatedAt: "2026-03-01T12:00:00.000Z" };
  return {
    replies,
    /** Adds the routes of a draft. */
    withDraft: (id: string, fields?: object) => {
      if (fields) drafts.set(id, fields);
      const path = `/api/campaigns/drafts/${id}`;
      return {
        [`GET ${path}`]: () =>
          drafts.has(id)
            ? item({ ...summary, _id: id, fields: drafts.get(id) })
            : { status: 404, body: { code: "not_found", message: "Draft not found" } },
        [`DELETE ${path}`]: () => {
          drafts.delete(id);
          return { body: { status: "success", message: "Draft deleted" } };
        },
      };
    },
  };
}

const puts = (calls: Call[]) => calls.filter(({ name }) => name.startsWith("PUT "));

it("continues a draft of the account from the developer hub, and saves what changes", async () => {
  const id = "01900000-0000-7000-8000-0000000000d1";
  const { replies, withDraft } = draftServer();
  const fields = { gameTitle: "Tower of Tests", payoutRate: "8", tags: ["RPG"], gameUrl: ["x"] };
  const calls = stubApi({
    ...replies,
    ...withDraft(id, fields),
    [`PUT /api/campaigns/drafts/${id}`]: item({ _id: id }, "Draft saved"),
  });
  const { path } = openApp("/app/developer-hub");
  fireEvent.click(await screen.findByRole("link", { name: "Continue" }));
  expect(await screen.findByLabelText("Payout rate")).toHaveProperty("value", "8");
  await fill({ "Payout rate": "9" });
  await screen.findByText("The draft is saved.");
  expect(puts(calls)).toMatchObject([
    {
      name: `PUT /api/campaigns/drafts/${id}`,
      body: { step: 2, fields: { payoutRate: "9", gameTitle: "Tower of Tests", gameUrl: "" } },
    },
  ]);
  expect(path()).toBe("/app/campaigns/create?step=2");
  press("Save Draft");
  await screen.findByText("Draft saved.");
  await waitFor(() => expect(path()).toBe("/app/developer-hub"));
  expect(sessionStorage.getItem("campaign-draft")).toBeNull();
});

it("asks before it deletes a draft", async () => {
  const id = "01900000-0000-7000-8000-0000000000d1";
  const { replies, withDraft } = draftServer();
  stubApi({ ...replies, ...withDraft(id, {}) });
  openApp("/app/developer-hub");
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  fireEvent.click(await screen.findByRole("button", { name: "Keep" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete this draft" }));
  await screen.findByText("Draft deleted");
  await waitFor(() => expect(screen.queryByText("Tower of Tests")).toBeNull());
});

it("says that a draft is gone, and that one could not be saved", async () => {
  const { replies, withDraft } = draftServer();
  stubApi({ ...replies, ...withDraft("gone") });
  openApp("/app/campaigns/create?draft=gone");
  await screen.findByText("Draft not found");
  cleanup();
  openApp("/app/campaigns/create");
  await fill({ "Game title": "Tower" });
  await screen.findByText(/^The draft is not saved: /);
  expect(sessionStorage.getItem("campaign-draft")).toContain("Tower");
});

it("never shows a draft to another account, or after the logout", async () => {
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  await fill({ "Game title": "Secret Game" });
  cleanup();
  const other = { ...user, _id: "01900000-0000-7000-8000-000000000002" };
  stubApi({ "GET /api/auth/me": item({ user: other }) });
  openApp("/app/campaigns/create");
  expect(await screen.findByLabelText("Game title")).toHaveProperty("value", "");
  cleanup();
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  expect(await screen.findByLabelText("Game title")).toHaveProperty("value", "Secret Game");
  const [logout] = screen.getAllByText("Logout");
  if (logout) fireEvent.click(logout);
  await screen.findByRole("button", { name: "Sign In" });
  expect(sessionStorage.length).toBe(0);
});

it("does not show a visitor's draft to an account that did not come to launch it", async () => {
  localStorage.clear();
  stubApi({});
  openApp("/app/campaigns/create");
  await fill({ "Game title": "Secret Game" });
  cleanup();
  localStorage.setItem("token", "secret");
  stubApi({ ...signedIn });
  openApp("/app/campaigns/create");
  expect(await screen.findByLabelText("Game title")).toHaveProperty("value", "");
});

it("opens a copy of the account's own campaign, and launches it with its draft", async () => {
  const own = { ...campaign, createdBy: { ...campaign.createdBy, _id: user._id } };
  const calls = stubApi({
    ...signedIn,
    ...emptyMarket,
    ...wallet,
    [`GET /api/campaigns/${campaign._id}`]: item(own),
    "POST /api/campaigns": { status: 201, body: { message: LAUNCHED, data: own } },
  });
  openApp(`/app/campaigns/create?copy=${campaign._id}`);
  expect(await screen.findByLabelText("Game title")).toHaveProperty("value", "Tower");
  press("Continue");
  expect(await screen.findByLabelText("Payout rate")).toHaveProperty("value", "1.5");
  press("Continue");
  const year = new Date().getFullYear();
  await fill({ "Start date": `${year}-01-01`, "End date": `${year + 1}-02-01` });
  press("Deploy");
  await screen.findByText(LAUNCHED);
  const launched = calls.find((call) => call.name === "POST /api/campaigns")?.body;
  expect(launched).toMatchObject({ gameTitle: "Tower", payoutPerClick: 0.0015 });
  expect((launched as { draftId: string }).draftId).toMatch(/^[0-9a-f-]{36}$/);
});

it("does not copy a campaign of somebody else", async () => {
  stubApi({ ...signedIn, [`GET /api/campaigns/${campaign._id}`]: item(campaign) });
  openApp(`/app/campaigns/create?copy=${campaign._id}`);
  await screen.findByText("This is not your campaign.");
});
