import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import {
  campaign,
  emptyMarket,
  item,
  joinedCampaign,
  list,
  signedIn,
  stubApi,
} from "../testing/stub-api";

const page = `/campaigns/${campaign._id}`;
const read = (changes: object = {}) => ({
  [`GET /api/campaigns/${campaign._id}`]: item({ ...campaign, ...changes }),
});
const href = (name: string) => {
  const { pathname, search } = screen.getByRole<HTMLAnchorElement>("link", { name });
  return pathname + decodeURIComponent(search);
};

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it("shows anybody what a campaign pays, and leads through the sign-up to joining it", async () => {
  stubApi(read({ paysFor: "players" }));
  openApp(page);
  await screen.findByRole("heading", { level: 1, name: campaign.name });
  screen.getByText("Clicks of creators whose players arrive");
  screen.getByText(/^If far fewer players arrive from a creator than from the others/);
  expect(document.title).toBe(`${campaign.name} · Fairclick`);
  screen.getByText("Promote Tower by Dana and get paid per valid click.");
  screen.getByText("About 13 days at today's rate");
  screen.getByText("Show the last jump.");
  const next = `/app/creator-hub?campaign=${campaign._id}`;
  expect(href("Sign up and join")).toBe(`/register?role=creator&next=${next}`);
  const logIn = screen.getAllByRole<HTMLAnchorElement>("link", { name: "Log In" });
  expect(logIn.map(({ search }) => decodeURIComponent(search))).toContain(`?next=${next}`);
});

it("leads a user to joining it, and a creator who joined to their link", async () => {
  localStorage.setItem("token", "secret");
  let joined = false;
  stubApi({
    ...signedIn,
    ...emptyMarket,
    ...read(),
    "GET /api/campaigns/joined": () => list(joined ? [joinedCampaign] : []),
  });
  openApp(page);
  await screen.findByRole("link", { name: "Join campaign" });
  expect(href("Join campaign")).toBe(`/app/creator-hub?campaign=${campaign._id}`);
  cleanup();
  joined = true;
  openApp(page);
  await screen.findByRole("link", { name: "See your link" });
  expect(href("See your link")).toBe(`/app/links/${campaign._id}`);
});

it.each(["IN_REVIEW", "DISABLED"])("publishes no text of a campaign that is %s", async (status) => {
  stubApi(read({ status, description: "Free coins at evil.example" }));
  openApp(page);
  await screen.findByText("This campaign is not open.");
  expect(document.body.textContent).not.toMatch(/evil|Tower/);
});

it("says why nobody can join now", async () => {
  stubApi(read({ status: "EXHAUSTED" }));
  openApp(page);
  await screen.findByText(/^Creators cannot join now/);
  await waitFor(() => expect(screen.queryByText("Sign up and join")).toBeNull());
});
