import { fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { campaign, item, list, stubApi } from "../testing/stub-api";
import {
  campaignAddress as address,
  campaignPage as page,
  campaignPath as path,
} from "../testing/stub-campaign-page";

beforeEach(() => localStorage.setItem("token", "secret"));

const makeRequest = (name: string) => ({
  userId: name,
  username: name,
  channels: [{ platform: "youtube", name: `@${name}`, url: `https://www.youtube.com/@${name}` }],
  content: { categories: ["Roblox"], platforms: [] },
  message: `I am ${name}.`,
  requestedAt: "2026-01-02T03:04:05.000Z",
});

const done = { body: { status: "success", message: "Done" } };
const approval = { ...campaign, whoMayJoin: "approval" };

it("accepts one creator, and refuses another with a reason", async () => {
  let left = [makeRequest("cleo"), makeRequest("carl")];
  const remove = (name: string) => () => {
    left = left.filter(({ username }) => username !== name);
    return done;
  };
  const calls = stubApi({
    ...page,
    [`GET ${path}`]: item(approval),
    [`GET ${path}/join-requests`]: () => list(left),
    [`POST ${path}/join-requests/cleo/accept`]: remove("cleo"),
    [`POST ${path}/join-requests/carl/refuse`]: remove("carl"),
  });
  openApp(`${address}?section=creators`);
  const section = within(await screen.findByRole("region", { name: "Requests to join" }));
  await section.findByText("I am cleo.");
  expect(section.getByRole("link", { name: "YouTube @cleo" }).getAttribute("href")).toBe(
    "https://www.youtube.com/@cleo",
  );
  fireEvent.click(section.getByRole("button", { name: "Accept cleo" }));
  await waitFor(() => expect(section.queryByText("I am cleo.")).toBeNull());
  fireEvent.click(section.getByRole("button", { name: "Refuse carl" }));
  const reason = await section.findByLabelText("Why you refuse carl");
  const send = section.getByRole("button", { name: "Send refusal" }) as HTMLButtonElement;
  expect(send.disabled).toBe(true);
  fireEvent.change(reason, { target: { value: "Not our players." } });
  fireEvent.click(send);
  await section.findByText("No request waits.");
  expect(calls.find(({ name }) => name.endsWith("/refuse"))?.body).toEqual({
    reason: "Not our players.",
  });
});
