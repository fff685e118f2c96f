import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubApi } from "../testing/stub-api";
import { ArchiveCard } from "./profile";

const PATH = "POST /api/users/profile/archive";
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
  saved.length = 0;
  files.length = 0;
});

function ask() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ArchiveCard memberSince="2026-01-02T03:04:05.000Z" />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Download your data" }));
}

it("saves the archive", async () => {
  stubApi({ [PATH]: { body: "PK", type: "application/zip" } });
  ask();
  await waitFor(() => expect(saved).toEqual(["fairclick-data.zip"]));
  expect(await files[0]?.text()).toBe("PK");
  await screen.findByRole("button", { name: "Download your data" });
});

it("shows why there is no archive, and saves nothing", async () => {
  const message = "Too many attempts.";
  stubApi({ [PATH]: { status: 429, body: { code: "rate_limited", message } } });
  ask();
  await screen.findByText(message);
  expect(saved).toEqual([]);
});
