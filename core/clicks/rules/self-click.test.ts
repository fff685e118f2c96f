import { expect, it } from "vitest";
import { newClick, nobodySignedIn } from "../testing/new-click";
import { selfClick } from "./self-click";

it("finds the click of somebody who gains from it", () => {
  const signedIn = { who: "creator", by: "device" } as const;
  expect(selfClick.find(newClick(), { ...nobodySignedIn, signedIn })).toEqual(signedIn);
});

it("lets everybody else pass", () => {
  expect(selfClick.find(newClick(), nobodySignedIn)).toBeNull();
});
