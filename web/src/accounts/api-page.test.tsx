import { fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { stubApi } from "../testing/stub-api";
import { account } from "./testing/profile-answers";

const key = {
  _id: "01900000-0000-7000-8000-0000000000f1",
  name: "Build server",
  scopes: ["read", "payouts"],
  createdAt: "2026-01-02T03:04:05.000Z",
  lastUsedAt: null,
  expiresAt: "2026-02-02T03:04:05.000Z",
};
const webhook = {
  _id: "01900000-0000-7000-8000-0000000000f2",
  url: "https://game.example/hook",
  events: ["deposit.arrived"],
  enabled: true,
  disabledBy: null as string | null,
  failures: 0,
  createdAt: "2026-01-02T03:04:05.000Z",
  rotatedAt: null,
};
const delivery = {
  _id: "01900000-0000-7000-8000-0000000000f3",
  event: "deposit.arrived",
  at: "2026-01-02T03:04:05.000Z",
  state: "failed",
  attempts: 3,
  nextAttemptAt: null,
  responseStatus: 500,
  problem: "The server answered 500",
  body: '{"id":"01900000"}',
};
const events = [
  { name: "deposit.arrived", description: "A payment arrived" },
  { name: "campaign.clicks_counted", description: "Clicks were judged" },
];
const WEBHOOK = `/api/webhooks/${webhook._id}`;
const done = (message: string, data: object = {}) => ({
  body: { status: "success", message, data },
});

const answers = (changes: Parameters<typeof stubApi>[0] = {}, shown = webhook) => ({
  ...account(),
  "GET /api/keys": { body: { status: "success", data: [key] } },
  "GET /api/webhooks": { body: { status: "success", data: [shown], events } },
  ...changes,
});

beforeEach(() => localStorage.setItem("token", "secret"));

const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

it("creates a key with the chosen scopes, and shows its token", async () => {
  const token = "fck_shown-once";
  const calls = stubApi(answers({ "POST /api/keys": done("Key created", { ...key, token }) }));
  openApp("/app/api");
  await press("Add an API key");
  const create = await screen.findByRole("button", { name: "Create key" });
  expect(create).toHaveProperty("disabled", true);
  fireEvent.change(screen.getByLabelText("Name of the key"), { target: { value: " Robot " } });
  fireEvent.click(screen.getByRole("checkbox", { name: /^webhooks/ }));
  fireEvent.change(screen.getByLabelText("Valid for"), { target: { value: "" } });
  fireEvent.click(create);
  expect((await screen.findByTestId("shown-once")).textContent).toBe(token);
  expect(calls.find(({ name }) => name === "POST /api/keys")?.body).toEqual({
    ...{ name: "Robot", scopes: ["read", "webhooks"], validDays: null },
  });
});

it("shows why there is no key, and keeps what was typed", async () => {
  const message = "You have 20 keys: revoke one first";
  stubApi(answers({ "POST /api/keys": { status: 409, body: { code: "conflict", message } } }));
  openApp("/app/api");
  await press("Add an API key");
  fireEvent.change(await screen.findByLabelText("Name of the key"), { target: { value: "R" } });
  await press("Create key");
  await screen.findByText(message);
  expect(screen.getByLabelText("Name of the key")).toHaveProperty("value", "R");
});

it("revokes a key after a question", async () => {
  const path = `DELETE /api/keys/${key._id}`;
  const calls = stubApi(answers({ [path]: done("Key revoked") }));
  openApp("/app/api");
  await screen.findByText(/never used, expired/);
  await press("Revoke Build server");
  const dialog = await screen.findByRole("dialog", { name: "Revoke Build server?" });
  expect(calls.some(({ name }) => name === path)).toBe(false);
  fireEvent.click(within(dialog).getByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(calls.some(({ name }) => name === path)).toBe(true));
});

it("adds a webhook for all events, and shows its secret", async () => {
  const calls = stubApi(
    answers({ "POST /api/webhooks": done("Webhook added", { ...webhook, secret: "whsec_once" }) }),
  );
  openApp("/app/api");
  await press("Add a webhook");
  fireEvent.change(await screen.findByLabelText("Address"), { target: { value: webhook.url } });
  await press("Choose all events");
  await press("Add webhook");
  expect((await screen.findByTestId("shown-once")).textContent).toBe("whsec_once");
  expect(calls.find(({ name }) => name === "POST /api/webhooks")?.body).toEqual({
    url: webhook.url,
    events: events.map(({ name }) => name),
  });
});

it("says why a webhook is disabled, and enables it again", async () => {
  const broken = { ...webhook, enabled: false, disabledBy: "failures", failures: 20 };
  const calls = stubApi(answers({ [`PUT ${WEBHOOK}`]: done("Webhook changed", webhook) }, broken));
  openApp("/app/api");
  await screen.findByText(/Disabled after 20 failed attempts in a row/);
  await press("Enable game.example");
  await waitFor(() =>
    expect(calls.find(({ name }) => name === `PUT ${WEBHOOK}`)?.body).toEqual({
      url: webhook.url,
      events: webhook.events,
      enabled: true,
    }),
  );
});

it("lists deliveries with their problem, and sends one again", async () => {
  const resend = `POST ${WEBHOOK}/deliveries/${delivery._id}/resend`;
  const calls = stubApi(
    answers({
      [`GET ${WEBHOOK}/deliveries`]: {
        body: { status: "success", data: [delivery], nextCursor: null },
      },
      [resend]: done("The event is sent again."),
    }),
  );
  openApp("/app/api");
  await press("Deliveries");
  await screen.findByText(/3 attempts, The server answered 500/);
  fireEvent.click(await screen.findByRole("button", { name: /^Send again: deposit.arrived/ }));
  await waitFor(() => expect(calls.some(({ name }) => name === resend)).toBe(true));
});

it("shows each part's failure by itself, with a retry", async () => {
  let works = false;
  stubApi(
    answers({
      "GET /api/webhooks": () =>
        works
          ? { body: { status: "success", data: [webhook], events } }
          : { status: 500, body: { code: "internal", message: "No" } },
    }),
  );
  openApp("/app/api");
  await screen.findByText("Your webhooks could not be loaded.");
  expect(screen.getByText("Build server")).toBeTruthy();
  works = true;
  await press("Try again");
  await screen.findByText(webhook.url);
});
