import { expect, it } from "vitest";
import { pageInApp, returnSearch } from "./session";

it.each(["/app/campaigns/create", "/app/payments/success?session_id=cs_test_1"])(
  "goes on where somebody was: %s",
  (path) => {
    expect(pageInApp(path)).toBe(path);
    expect(returnSearch(path)).toEqual({ next: path });
  },
);

it.each([
  undefined,
  "",
  "/",
  "//evil.example",
  "https://evil.example/app/",
  "/app/../..//evil.example",
  "/app\\evil",
  "/app/payments?next=//evil.example",
  "/app/payments#token=x",
  `/app/${"x".repeat(600)}`,
])("leads to the Creator Hub instead of %s", (path) => {
  expect(pageInApp(path)).toBe("/app/creator-hub");
  expect(returnSearch(path ?? "")).toEqual({});
});

it("adds no return page for the Creator Hub", () => {
  expect(returnSearch("/app/creator-hub")).toEqual({});
});
