import { fireEvent, screen, within } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { campaign, emptyMarket, list, signedIn, stubApi } from "../testing/stub-api";

const approval = { ...campaign, whoMayJoin: "approval" };
const path = `/api/campaigns/${campaign._id}/join-request`;
const own = (state: string, answer: string | null = null) => ({
  ...{ campaignId: campaign._id, campaign: campaign.name, message: "Hi", state, answer },
  requestedAt: "2026-01-02T03:04:05.000Z",
});

const done = (message: string) => ({ body: { status: "success", message } });

beforeEach(() => localStorage.setItem("token", "secret"));

it("sends a request in place of joining, and withdraws it", async () => {
  let requests: ReturnType<typeof own>[] = [];
  const calls = stubApi({
    ...signedIn,
    ...emptyMarket,
    "GET /api/campaigns": list([approval]),
    "GET /api/campaigns/join-requests": () => ({ body: { status: "success", data: requests } }),
    [`POST ${path}`]: () => {
      requests = [own("open")];
      return { status: 201, ...done("Request sent.") };
    },
    [`DELETE ${path}`]: () => {
      requests = [own("withdrawn")];
      return done("Request withdrawn.");
    },
  });
  openApp("/app/creator-hub");
  await screen.findByText("The developer approves each creator");
  expect(screen.queryByRole("button", { name: "Join campaign" })).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "Request to join" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Request to Join" }));
  const send = dialog.getByRole("button", { name: "Send Request" }) as HTMLButtonElement;
  expect(send.disabled).toBe(true);
  fireEvent.change(dialog.getByLabelText("Message"), { target: { value: "I make obbies." } });
  fireEvent.click(send);
  fireEvent.click(await screen.findByRole("button", { name: "Withdraw request" }));
  await screen.findByRole("button", { name: "Request to join" });
  expect(calls.find(({ name }) => name === `POST ${path}`)?.body).toEqual({
    message: "I make obbies.",
  });
});

it("shows why a request was refused", async () => {
  stubApi({
    ...signedIn,
    ...emptyMarket,
    "GET /api/campaigns": list([approval]),
    "GET /api/campaigns/join-requests": {
      body: { status: "success", data: [own("refused", "Not our players.")] },
    },
  });
  openApp("/app/creator-hub");
  await screen.findByText("Your request was refused: Not our players.");
  expect(screen.queryByRole("button", { name: "Request to join" })).toBeNull();
});
