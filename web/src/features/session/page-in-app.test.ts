import { expect, it } from "vitest";
import { pageInApp } from "./page-in-app";

it("goes on where somebody was", () => {
  expect(pageInApp("/app/campaigns/create")).toBe("/app/campaigns/create");
});

it.each([
  undefined,
  "",
  "/",
  "//evil.example",
  "https://evil.example/app/",
  "/app/../..//evil.example",
  "/app\\evil",
])("leads to the Creator Hub instead of %s", (path) => {
  expect(pageInApp(path)).toBe("/app/creator-hub");
});
