import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { expect, it } from "vitest";
import { stubApi } from "../testing/stub-api";
import { stubDownloads } from "../testing/stub-downloads";
import { ArchiveCard } from "./profile";

const PATH = "POST /api/users/profile/archive";
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
  const { files, names } = stubDownloads();
  ask();
  await waitFor(() => expect(names).toEqual(["fairclick-data.zip from blob:1"]));
  expect(await files[0]?.text()).toBe("PK");
  await screen.findByRole("button", { name: "Download your data" });
});

it("shows why there is no archive, and saves nothing", async () => {
  const message = "Too many attempts.";
  stubApi({ [PATH]: { status: 429, body: { code: "rate_limited", message } } });
  const { names } = stubDownloads();
  ask();
  await screen.findByText(message);
  expect(names).toEqual([]);
});
