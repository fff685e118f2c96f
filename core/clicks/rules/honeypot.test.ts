import { expect, it } from "vitest";
import { newClick, nobodySignedIn } from "../testing/new-click";
import { honeypot } from "./honeypot";

it("finds whoever fell for it, and nobody else", () => {
  expect(honeypot.find(newClick(), { ...nobodySignedIn, markedBy: "device" })).toEqual({
    by: "device",
  });
  expect(honeypot.find(newClick(), nobodySignedIn)).toBeNull();
});
