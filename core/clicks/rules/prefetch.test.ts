import { expect, it } from "vitest";
import { newClick, nobodySignedIn } from "../testing/new-click";
import { prefetch } from "./prefetch";

it.each([
  "prefetch",
  "prefetch;prerender",
  "Preview",
  "prerender",
  "prefetch;anonymous-client-ip",
  "other, prefetch",
])("finds %s", (purpose) => {
  expect(prefetch.find(newClick({ purpose }), nobodySignedIn)).toEqual({ purpose });
});

it("lets a tap pass", () => {
  expect(prefetch.find(newClick({ purpose: null }), nobodySignedIn)).toBeNull();
  expect(prefetch.find(newClick({ purpose: "navigation" }), nobodySignedIn)).toBeNull();
});
