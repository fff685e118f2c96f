import { fireEvent, screen } from "@testing-library/preact";
import { expect, it } from "vitest";
import { openApp } from "../testing/open-app";
import { item, signedIn, stubApi } from "../testing/stub-api";

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it("sends a stranger's message with the form's token", async () => {
  const thanks = "Thank you. An operator will read your message.";
  const calls = stubApi({
    "GET /api/contact": item({ token: "t1" }),
    "POST /api/contact": { body: { status: "success", message: thanks } },
  });
  openApp("/contact");
  fireEvent.click(await screen.findByRole("button", { name: "Send Message" }));
  expect(await screen.findByText("Please enter a subject")).toBeTruthy();
  expect(screen.getByText("Please write a message")).toBeTruthy();
  fill("Your email address", "sam@example.com");
  fill("Subject", "A link");
  fill("Message", "It asks for passwords.");
  fireEvent.click(screen.getByRole("button", { name: "Send Message" }));
  await screen.findByText(thanks);
  expect(calls.find(({ name }) => name === "POST /api/contact")?.body).toEqual({
    ...{ email: "sam@example.com", category: "other", token: "t1", website: "" },
    ...{ subject: "A link", text: "It asks for passwords." },
  });
});

it("keeps a message that could not be sent, and knows the address of a user", async () => {
  localStorage.setItem("token", "secret");
  const full = "Too many attempts.";
  stubApi({
    ...signedIn,
    "GET /api/contact": item({ token: "t1" }),
    "POST /api/contact": { status: 429, body: { code: "rate_limited", message: full } },
  });
  openApp("/contact");
  await screen.findByRole("button", { name: "Send Message" });
  expect((screen.getByLabelText("Your email address") as HTMLInputElement).value).toBe(
    "dana@example.com",
  );
  fireEvent.change(screen.getByLabelText("What is it about?"), { target: { value: "money" } });
  fill("Subject", "Again");
  fill("Message", "A long story");
  fireEvent.click(screen.getByRole("button", { name: "Send Message" }));
  await screen.findByText(full);
  expect((screen.getByLabelText("Message") as HTMLTextAreaElement).value).toBe("A long story");
});

it.each([
  ["what the operator entered", ["Ann", null, "@ann"], /You reach the people .* here: Ann, @ann/],
  ["that the operator entered nothing", [null, null, null], /have not entered how to reach them/],
])("says %s on a server that cannot mail messages", async (_, [name, address, contact], text) => {
  stubApi({
    "GET /api/contact": item({ token: null }),
    "GET /api/privacy": item({
      controller: { name, address, contact },
      retention: [],
      storage: [],
    }),
  });
  openApp("/contact");
  await screen.findByText(text);
  expect(screen.queryByRole("button", { name: "Send Message" })).toBeNull();
});
