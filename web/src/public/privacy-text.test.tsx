import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openApp } from "../testing/open-app";
import { stubApi } from "../testing/stub-api";

const storage = [
  {
    ...{ name: "token", place: "local storage", kept: "until you sign out" },
    ...{ when: "you sign in", purpose: "Keeps you signed in." },
  },
];
const privacy = (name: string | null) => ({
  "GET /api/privacy": {
    body: {
      ...{ status: "success", message: "Privacy" },
      data: {
        controller: { name, address: "1 Main Street", contact: "dpo@example.com" },
        retention: [{ what: "Notices", kept: "180 days" }],
        storage,
      },
    },
  },
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("names the controller, the periods and what is stored", async () => {
  stubApi(privacy("Fairclick Ltd"));
  openApp("/privacy");
  await screen.findByText(/Fairclick Ltd, 1 Main Street, dpo@example.com/);
  expect(screen.getByText("180 days")).toBeTruthy();
  expect(screen.getByText("token").closest("li")?.textContent).toBe(
    "token (local storage, until you sign out), when you sign in. Keeps you signed in.",
  );
});

it("says so if the operator has not entered a name", async () => {
  stubApi(privacy(null));
  openApp("/privacy");
  await screen.findByText(/have not entered their name yet/);
});

it("keeps its text if the server does not answer, and offers another try", async () => {
  stubApi({});
  openApp("/privacy");
  await screen.findByText("This server's details could not be loaded.");
  expect(screen.getByRole("heading", { name: "Your rights" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});
