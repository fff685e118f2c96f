import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubApi } from "../../testing/stub-api";
import { LanguageSwitch } from "./language-switch";

const chosen = vi.hoisted(() => vi.fn());
vi.mock("../../language/choose-language", () => ({ chooseLanguage: chosen }));

const PUT = "PUT /api/users/profile/language";

beforeEach(() => chosen.mockClear());

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function choose() {
  render(<LanguageSwitch />);
  fireEvent.click(screen.getByRole("button", { name: "Español" }));
}

it("stores a signed-in person's language before the page changes", async () => {
  localStorage.setItem("token", "secret");
  const calls = stubApi({ [PUT]: { body: { status: "success", message: "Language changed." } } });
  choose();
  await waitFor(() => expect(chosen).toHaveBeenCalledWith("es"));
  expect(calls.map(({ name, body }) => [name, body])).toEqual([[PUT, { language: "es" }]]);
});

it("changes the page although the server is away", async () => {
  localStorage.setItem("token", "secret");
  stubApi({});
  choose();
  await waitFor(() => expect(chosen).toHaveBeenCalledWith("es"));
});

it("calls nothing without a session", async () => {
  const calls = stubApi({});
  choose();
  await waitFor(() => expect(chosen).toHaveBeenCalledWith("es"));
  expect(calls).toEqual([]);
});
