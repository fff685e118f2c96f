import { fireEvent, screen } from "@testing-library/preact";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { item, signedIn, stubApi } from "../testing/stub-api";

const agree = "POST /api/users/agreement";
const send = "POST /api/contact";
const needed = { status: 403, body: { code: "terms_required", message: "Please accept." } };
const done = { body: { status: "success", message: "Thank you." } };

/** A request that the server refuses until the agreement is there. */
async function openRefused() {
  let accepted = false;
  const calls = stubApi({
    ...signedIn,
    "GET /api/contact": item({ token: "t1" }),
    [send]: () => (accepted ? { status: 409, body: { message: "Full" } } : needed),
    [agree]: () => {
      accepted = true;
      return done;
    },
  });
  openApp("/contact");
  await screen.findByRole("button", { name: "Send Message" });
  fireEvent.change(screen.getByLabelText("Subject"), { target: { value: "A" } });
  fireEvent.change(screen.getByLabelText("Message"), { target: { value: "B" } });
  fireEvent.click(screen.getByRole("button", { name: "Send Message" }));
  return calls;
}
const names = (calls: { name: string }[]) =>
  calls.map(({ name }) => name).filter((name) => name.startsWith("POST"));

beforeEach(() => localStorage.setItem("token", "secret"));

it("asks for the terms and who is under 18, then does what the user wanted", async () => {
  const calls = await openRefused();
  fireEvent.click(await screen.findByRole("checkbox", { name: "I am under 18" }));
  await screen.findByText("Until you are 18, a parent or guardian is paid for you.");
  fireEvent.click(screen.getByRole("button", { name: "Accept and continue" }));
  await screen.findByText("Full");
  expect(names(calls)).toEqual([send, agree, send]);
  const [first, agreed, second] = calls.filter(({ name }) => name.startsWith("POST"));
  expect(agreed?.body).toEqual({ termsVersion: 1, isMinor: true });
  expect(second).toEqual(first);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("says nothing about the age of a user who marks nothing", async () => {
  const calls = await openRefused();
  fireEvent.click(await screen.findByRole("button", { name: "Accept and continue" }));
  await screen.findByText("Full");
  expect(calls.find(({ name }) => name === agree)?.body).toEqual({ termsVersion: 1 });
});

it("shows the refusal to a user who does not answer", async () => {
  const calls = await openRefused();
  await screen.findByRole("dialog", { name: "Our terms" });
  fireEvent.click(screen.getByRole("button", { name: "Not now" }));
  await screen.findByText("Please accept.");
  expect(names(calls)).toEqual([send]);
});
