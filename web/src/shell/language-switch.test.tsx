import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubApi } from "../testing/stub-api";
import { LanguageSwitch } from "./page-tools";

const chosen = vi.hoisted(() => vi.fn());
vi.mock(import("../session/store-language"), async (load) => ({
  ...(await load()),
  chooseLanguage: chosen,
}));

beforeEach(() => chosen.mockClear());

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function choose() {
  const calls = stubApi({});
  render(<LanguageSwitch />);
  fireEvent.click(screen.getByRole("button", { name: "Español" }));
  expect(chosen).toHaveBeenCalledWith("es");
  expect(calls).toEqual([]);
}

it("changes the page at once, and keeps a signed-in person's choice for the account", () => {
  localStorage.setItem("token", "secret");
  choose();
  expect(localStorage.getItem("language-to-store")).toBe("es");
});

it("keeps nothing without a session", () => {
  choose();
  expect(localStorage.getItem("language-to-store")).toBeNull();
});
