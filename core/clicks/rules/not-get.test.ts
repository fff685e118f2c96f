import { expect, it } from "vitest";
import { newClick, nobodySignedIn } from "../testing/new-click";
import { notGet } from "./not-get";

it.each(["HEAD", "POST", "OPTIONS", "get"])("finds %s", (method) => {
  expect(notGet.find(newClick({ method }), nobodySignedIn)).toEqual({ method });
});

it("lets GET pass", () => {
  expect(notGet.find(newClick(), nobodySignedIn)).toBeNull();
});
