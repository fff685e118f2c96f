import { fireEvent, render, screen } from "@testing-library/preact";
import { expect, it, vi } from "vitest";
import { stubApi } from "../testing/stub-api";
import { LanguageSwitch } from "./page-tools";

function choose() {
  const calls = stubApi({});
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  render(<LanguageSwitch />);
  fireEvent.click(screen.getByRole("button", { name: "Español" }));
  expect(document.cookie).toBe("fc_language=es");
  expect(reload).toHaveBeenCalledOnce();
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
