import { expect, it } from "vitest";
import { anonymousContext, newClick } from "../testing/new-click";
import { notGet } from "./requests";

it.each(["HEAD", "POST", "OPTIONS", "get"])("finds %s", (method) => {
  expect(notGet.find(newClick({ method }), anonymousContext)).toEqual({ method });
});

it("lets GET pass", () => {
  expect(notGet.find(newClick(), anonymousContext)).toBeNull();
});
