import { beforeEach, expect, it, vi } from "vitest";
import { openApp } from "./open-app";
import { stubApi } from "./stub-api";

beforeEach(() => localStorage.setItem("token", "secret"));

it("opens an app whose first request fails", async () => {
  const calls = stubApi({});
  openApp("/app/payments");
  await vi.waitFor(() => expect(calls).not.toEqual([]));
});

it("leaves no request of an earlier app to the next test", async () => {
  const calls = stubApi({});
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(calls).toEqual([]);
});
