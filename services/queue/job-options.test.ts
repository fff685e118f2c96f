import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { expect, it } from "vitest";
import { clickJobId, oldestClickAt } from "./jobs";

it("returns unique ids, even for jobs that begin with the same click", () => {
  const click = newClick();
  const [alone, replayed] = [clickJobId([click]), clickJobId([click, newClick()])];
  expect(alone).not.toBe(replayed);
  expect(oldestClickAt([alone])).toBe(click.at);
});
