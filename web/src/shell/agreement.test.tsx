import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { item, signedIn, stubApi } from "../testing/stub-api";

const agree = "POST /api/users/agreement";
const send = "POST /api/contact";
const needs = (code: string) => ({ status: 403, body: { code, message: "Please accept." } });
const done = { body: { status: "success", message: "Thank you." } };

/** A request that the server refuses until the agreement is there. */
async function openWith(code: string, agreement: object = done) {
  let accepted = false;
  const calls = stubApi({
    ...signedIn,
    "GET /api/contact": item({ token: "t1" }),
    [send]: () => (accepted ? { status: 409, body: { message: "Full" } } : needs(code)),
    [agree]: () => {
      accepted = true;
      return agreement as typeof done;
    },
  });
  openApp("/contact");
  await screen.findByRole("button", { name: "Send Message" });
  fireEvent.change(screen.getByLabelText("Subject"), { target: { value: "A" } });
  fireEvent.change(screen.getByLabelText("Message"), { target: { value: "B" } });
  fireEvent.click(screen.getByRole("button", { name: "Send Message" }));
  return calls;
}
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: "select" }), { target: { value } });
const names = (calls: { name: string }[]) =>
  calls.map(({ name }) => name).filter((name) => name.startsWith("POST"));

beforeEach(() => localStorage.setItem("token", "secret"));
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it("asks for the month of birth once, then does what the user wanted", async () => {
  const calls = await openWith("age_required");
  fireEvent.click(await screen.findByRole("button", { name: "Accept and continue" }));
  await screen.findByText("Please enter your month of birth");
  choose("Month of birth", "05");
  choose("Year of birth", "2001");
  fireEvent.click(screen.getByRole("button", { name: "Accept and continue" }));
  await screen.findByText("Full");
  expect(names(calls)).toEqual([send, agree, send]);
  const [first, agreed, second] = calls.filter(({ name }) => name.startsWith("POST"));
  expect(agreed?.body).toEqual({ termsVersion: 1, birthMonth: "2001-05" });
  expect(second).toEqual(first);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("asks for new terms only, and shows the refusal to a user who does not answer", async () => {
  const calls = await openWith("terms_required");
  await screen.findByRole("dialog", { name: "Our terms have changed" });
  expect(screen.queryByLabelText("Year of birth")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Not now" }));
  await screen.findByText("Please accept.");
  expect(names(calls)).toEqual([send]);
});

it("shows why an age is refused", async () => {
  const tooYoung = "You have to be at least 13 years old to use Fairclick.";
  await openWith("age_required", { status: 403, body: { code: "age_refused", message: tooYoung } });
  await screen.findByRole("dialog");
  choose("Month of birth", "05");
  choose("Year of birth", String(new Date().getUTCFullYear() - 9));
  fireEvent.click(screen.getByRole("button", { name: "Accept and continue" }));
  await waitFor(() => screen.getByText(tooYoung));
});
