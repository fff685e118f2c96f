import { fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it, vi } from "vitest";
import { openApp, openFold } from "../testing/open-app";
import { item, joinedCampaign, list, series, signedIn, stubApi } from "../testing/stub-api";

const path = `/api/links/${joinedCampaign._id}`;
const clicks = { total: 12, valid: 11, invalid: 1, held: 0, unpaid: 0 };
const named = (name: string, changes: object = {}) => ({
  ...{
    name,
    link: `${joinedCampaign.shortLink}/${name}`,
    removed: false,
    clicks,
    earnings: 0.0165,
  },
  ...changes,
});

const stats = {
  clicks: joinedCampaign.clicks,
  reasons: [],
  earnings: 0.045,
  pending: 0,
  judgedUpTo: series.judgedUpTo,
};

function open(replies: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({
    ...signedIn,
    "GET /api/campaigns/joined": list([joinedCampaign]),
    [`GET ${path}/stats`]: item(stats),
    [`GET ${path}/stats/series`]: item(series),
    [`GET ${path}/clicks`]: list([]),
    ...replies,
  });
  openApp(`/app/links/${joinedCampaign._id}`);
  return calls;
}

async function openNames() {
  await openFold("More ways to share");
  await openFold("Named links for each place");
  await screen.findByRole("button", { name: "Add name" });
}

beforeEach(() => localStorage.setItem("token", "secret"));

it("asks for the names when they are unfolded, and shows each with its figures", async () => {
  const calls = open({
    [`GET ${path}/names`]: item([named("bio"), named("old", { removed: true })]),
  });
  await openFold("More ways to share");
  expect(calls.some(({ name }) => name.endsWith("/names"))).toBe(false);
  await openNames();
  const [bio, old] = screen
    .getAllByRole("listitem")
    .filter(({ textContent }) => textContent?.includes("judged"));
  expect(bio?.textContent).toContain("bio: 12 judged, 11 valid, $0.0165");
  const field = within(bio as HTMLElement).getByRole("textbox");
  expect(field).toHaveProperty("value", `${joinedCampaign.shortLink}/bio`);
  expect(old?.textContent).toContain("old (removed): 12 judged");
  expect(within(old as HTMLElement).queryByRole("button")).toBeNull();
});

it("adds a name and keeps a refused one in the field, and removes a name", async () => {
  let refuses = true;
  const calls = open({
    [`GET ${path}/names`]: item([]),
    [`POST ${path}/names`]: () =>
      refuses
        ? { status: 409, body: { message: "You have added 100 names" } }
        : { body: { status: "success", message: "Name added", data: [named("video-12")] } },
    [`DELETE ${path}/names/video-12`]: {
      body: { status: "success", message: "Name removed", data: [] },
    },
  });
  await openNames();
  const field = screen.getByLabelText<HTMLInputElement>("Name of a place");
  fireEvent.change(field, { target: { value: "Video-12" } });
  fireEvent.click(screen.getByRole("button", { name: "Add name" }));
  await screen.findByText("You have added 100 names");
  expect(field.value).toBe("Video-12");
  refuses = false;
  fireEvent.click(screen.getByRole("button", { name: "Add name" }));
  const remove = await screen.findByRole("button", { name: "Remove video-12" });
  await waitFor(() => expect(field.value).toBe(""));
  fireEvent.click(remove);
  await waitFor(() => expect(screen.queryByText("Remove video-12")).toBeNull());
  expect(calls.filter(({ name }) => name.startsWith("POST")).map(({ body }) => body)).toEqual([
    { name: "Video-12" },
    { name: "Video-12" },
  ]);
});

it("shares a named link with the disclosure", async () => {
  const share = vi.fn(async () => {});
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { share }));
  open({ [`GET ${path}/names`]: item([named("bio")]) });
  await openNames();
  fireEvent.click(screen.getByRole("button", { name: "Share bio" }));
  fireEvent.click(screen.getByRole("button", { name: "Share" }));
  const shared = { title: joinedCampaign.name, text: "#ad, I earn per click" };
  expect(share.mock.calls).toEqual([
    [{ ...shared, url: `${joinedCampaign.shortLink}/bio` }],
    [{ ...shared, url: joinedCampaign.shortLink }],
  ]);
});
