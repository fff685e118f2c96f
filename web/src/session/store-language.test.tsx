import { beforeEach, expect, it, vi } from "vitest";
import { stubApi } from "../testing/stub-api";
import { notify } from "../ui/notify";
import { signOut } from "./session";
import { keepChoice, storeChoice } from "./store-language";

const PUT = "PUT /api/users/profile/language";
const done = { body: { status: "success", message: "Language changed." } };
const readKept = () => localStorage.getItem("language-to-store");

beforeEach(() => {
  localStorage.setItem("token", "secret");
  vi.spyOn(notify, "warning").mockReturnValue();
});

it("stores a kept choice with the account, once", async () => {
  const calls = stubApi({ [PUT]: done });
  keepChoice("es");
  await storeChoice();
  await storeChoice();
  expect(calls.map(({ name, body }) => [name, body])).toEqual([[PUT, { language: "es" }]]);
  expect(readKept()).toBeNull();
});

it.each([
  ["is away", {}],
  ["fails", { [PUT]: { status: 503, body: {} } }],
  ["has too many requests", { [PUT]: { status: 429, body: {} } }],
  ["rejects the session", { [PUT]: { status: 401, body: {} } }],
])("keeps the choice while the server %s", async (_state, answers) => {
  stubApi(answers);
  keepChoice("es");
  await storeChoice();
  expect(readKept()).toBe("es");
  stubApi({ [PUT]: done });
  await storeChoice();
  expect(readKept()).toBeNull();
  expect(notify.warning).not.toHaveBeenCalled();
});

it("keeps a choice that was made while another was sent", async () => {
  const sent = Promise.withResolvers<typeof done>();
  stubApi({ [PUT]: () => sent.promise });
  keepChoice("es");
  const storing = storeChoice();
  keepChoice("en");
  sent.resolve(done);
  await storing;
  expect(readKept()).toBe("en");
});

it("drops a choice that the server refuses, and says so", async () => {
  stubApi({ [PUT]: { status: 400, body: {} } });
  keepChoice("es");
  await storeChoice();
  expect(readKept()).toBeNull();
  expect(notify.warning).toHaveBeenCalledOnce();
});

it("stores nothing without a session, nor another word than a language", async () => {
  const calls = stubApi({ [PUT]: done });
  localStorage.setItem("language-to-store", "tlh");
  await storeChoice();
  localStorage.removeItem("token");
  keepChoice("es");
  await storeChoice();
  expect(calls).toEqual([]);
});

it("drops a choice that was not stored before the person signs out, and says so", () => {
  stubApi({});
  signOut();
  expect(notify.warning).not.toHaveBeenCalled();
  localStorage.setItem("token", "secret");
  keepChoice("es");
  signOut();
  expect(readKept()).toBeNull();
  expect(notify.warning).toHaveBeenCalledOnce();
});
