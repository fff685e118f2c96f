import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../../../testing/open-app";
import { list, signedIn, stubApi } from "../../../testing/stub-api";

const id = "01900000-0000-7000-8000-0000000000a1";
const at = "2026-01-02T03:04:05.000Z";
const summary = {
  ...{ _id: id, category: "money", subject: "Where is it?", state: "waiting" },
  ...{ openedAt: at, touchedAt: at },
};
const messages = [{ fromOperator: false, text: "It has not arrived.", at }];
const answerOf = (state: string, thread = messages) => ({
  status: 201,
  body: {
    status: "success",
    message: "Thank you. An operator will answer you here.",
    data: { ...summary, state, messages: thread },
  },
});
const path = `/api/tickets/${id}`;
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

beforeEach(() => localStorage.setItem("token", "secret"));
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it("sends a message and shows its ticket", async () => {
  const calls = stubApi({
    ...signedIn,
    "GET /api/tickets": list([summary]),
    "POST /api/tickets": answerOf("waiting"),
    [`GET ${path}`]: answerOf("waiting"),
  });
  const app = openApp("/app/support");
  await screen.findByRole("link", { name: "Where is it?" });
  fireEvent.click(await screen.findByRole("button", { name: "Send Message" }));
  expect(await screen.findByText("Please enter a subject")).toBeTruthy();
  expect(screen.getByText("Please write a message")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("What is it about?"), { target: { value: "money" } });
  fill("Subject", "Where is it?");
  fill("Message", "It has not arrived.");
  fireEvent.click(screen.getByRole("button", { name: "Send Message" }));
  await waitFor(() => expect(app.path()).toBe(`/app/support/${id}`));
  expect(calls.find(({ name }) => name === "POST /api/tickets")?.body).toEqual({
    ...{ category: "money", subject: "Where is it?", text: "It has not arrived." },
  });
});

it("keeps a message that could not be sent", async () => {
  const full = "10 of your messages are open. Please add to one of them.";
  stubApi({
    ...signedIn,
    "GET /api/tickets": list([]),
    "POST /api/tickets": { status: 409, body: { code: "conflict", message: full } },
  });
  openApp("/app/support");
  await screen.findByRole("button", { name: "Send Message" });
  fill("Subject", "Again");
  fill("Message", "A long story");
  fireEvent.click(screen.getByRole("button", { name: "Send Message" }));
  await screen.findByText(full);
  expect((screen.getByLabelText("Message") as HTMLTextAreaElement).value).toBe("A long story");
});

it("shows the thread and adds a reply", async () => {
  const answered = [
    ...messages,
    { fromOperator: true, text: "On its way.\nBye.", at: "2026-01-02T04:04:05.000Z" },
  ];
  const replied = [
    ...answered,
    { fromOperator: false, text: "Thanks", at: "2026-01-02T05:04:05.000Z" },
  ];
  stubApi({
    ...signedIn,
    [`GET ${path}`]: answerOf("answered", answered),
    [`POST ${path}/replies`]: answerOf("waiting", replied),
  });
  openApp(`/app/support/${id}`);
  expect((await screen.findByText(/On its way/)).textContent).toBe("On its way.\nBye.");
  fill("Reply", "Thanks");
  fireEvent.click(screen.getByRole("button", { name: "Send Reply" }));
  expect(await screen.findByText("Thanks", { selector: "p" })).toBeTruthy();
});

it("has no field to reply to a closed ticket", async () => {
  stubApi({ ...signedIn, [`GET ${path}`]: answerOf("closed") });
  openApp(`/app/support/${id}`);
  await screen.findByText(/This ticket is closed/);
  expect(screen.queryByLabelText("Reply")).toBeNull();
});

it("sends a stranger's message with the form's token", async () => {
  localStorage.clear();
  const thanks = "Thank you. An operator will read your message.";
  const calls = stubApi({
    "GET /api/contact": { body: { status: "success", data: { token: "t1", mail: true } } },
    "POST /api/contact": { body: { status: "success", message: thanks } },
  });
  openApp("/contact");
  await screen.findByRole("button", { name: "Send Message" });
  fill("Your email address", "sam@example.com");
  fill("Subject", "A link");
  fill("Message", "It asks for passwords.");
  fireEvent.click(screen.getByRole("button", { name: "Send Message" }));
  await screen.findByText(thanks);
  expect(calls.find(({ name }) => name === "POST /api/contact")?.body).toMatchObject({
    ...{ email: "sam@example.com", category: "other", token: "t1", website: "" },
  });
});
