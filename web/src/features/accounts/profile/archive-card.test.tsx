import type { ProfileResponse } from "@fairclick/core/accounts/account-schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubApi } from "../../../testing/stub-api";
import { ArchiveCard } from "./archive-card";

const PATH = "POST /api/users/profile/archive";
const profile = { email: "dana@example.com", hasPassword: true, recentSignIn: false };
const saved: string[] = [];
const files: Blob[] = [];

beforeEach(() => {
  vi.stubGlobal(
    "URL",
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
      revokeObjectURL: () => {},
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  saved.length = 0;
  files.length = 0;
});

function ask(password: string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ArchiveCard profile={profile as ProfileResponse} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Download your data" }));
  const submit = screen.getByRole("button", { name: "Download the ZIP file" });
  expect(submit).toHaveProperty("disabled", true);
  fireEvent.change(screen.getByLabelText("Current password"), { target: { value: password } });
  fireEvent.click(submit);
}

it("saves the archive after the password, and forgets the password", async () => {
  const calls = stubApi({ [PATH]: { body: "PK", type: "application/zip" } });
  ask("correct horse");
  await waitFor(() => expect(saved).toEqual(["fairclick-data.zip"]));
  expect(await files[0]?.text()).toBe("PK");
  expect(calls.at(-1)).toMatchObject({ name: PATH, body: { password: "correct horse" } });
  await screen.findByRole("button", { name: "Download your data" });
});

it("says that the password is wrong, and saves nothing", async () => {
  const message = "This is not your current password.";
  const body = { code: "forbidden", message, issues: [{ path: "password", message }] };
  stubApi({ [PATH]: { status: 403, body } });
  ask("wrong");
  await screen.findByText(message);
  expect(saved).toEqual([]);
});
