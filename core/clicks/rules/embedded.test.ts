import { expect, it } from "vitest";
import { anonymousContext, newClick } from "../testing/new-click";
import { embedded } from "./requests";

it.each([
  ["image", "no-cors"],
  ["iframe", "navigate"],
  ["script", "no-cors"],
  ["empty", "cors"],
  ["document", "no-cors"],
  [null, "cors"],
  ["embed", null],
])("finds a link loaded as %s with mode %s", (secFetchDest, secFetchMode) => {
  const click = newClick({ secFetchDest, secFetchMode });
  expect(embedded.find(click, anonymousContext)).toEqual({
    dest: secFetchDest ?? "",
    mode: secFetchMode ?? "",
  });
});

it.each([
  ["document", "navigate"],
  [null, null],
  ["document", null],
  [null, "navigate"],
])("lets a link pass that was followed (%s, %s)", (secFetchDest, secFetchMode) => {
  expect(embedded.find(newClick({ secFetchDest, secFetchMode }), anonymousContext)).toBeNull();
});
