import { describe, expect, it } from "vitest";
import { addLiveClicks, mergeClicks, toShownClick } from "./link-clicks";

type Verdict = "pending" | "valid" | "invalid";

const click = (id: string, second: number, verdict: Verdict = "valid", cameAt = 1_000) =>
  toShownClick(
    {
      id,
      clickedAt: `2026-03-01T14:03:${String(second).padStart(2, "0")}.000Z`,
      verdict,
      category: null,
      rule: null,
      paid: 0,
      judgedInSeconds: verdict === "pending" ? 5 : null,
    },
    cameAt,
  );
const ids = (clicks: { id: string }[]) => clicks.map(({ id }) => id);

it("counts down from a click's arrival", () => {
  expect(click("a", 1, "pending").dueAt).toBe(6_000);
  expect(click("a", 1).dueAt).toBeNull();
});

describe("mergeClicks", () => {
  it("puts live clicks before listed ones", () => {
    expect(ids(mergeClicks([click("a", 1)], [click("b", 2)], false))).toEqual(["b", "a"]);
  });

  it("prefers a verdict to pending, from either source", () => {
    const judged = click("a", 1, "invalid");
    const pending = click("a", 1, "pending");
    expect(mergeClicks([pending], [judged], false)).toEqual([judged]);
    expect(mergeClicks([judged], [pending], false)).toEqual([judged]);
  });

  it("prefers the later of an operator's decision and the list", () => {
    const reversed = click("a", 1, "invalid", 2_000);
    expect(mergeClicks([click("a", 1, "valid", 1_000)], [reversed], false)).toEqual([reversed]);
    const approved = click("a", 1, "valid", 3_000);
    expect(mergeClicks([approved], [reversed], false)).toEqual([approved]);
  });

  it("keeps details that only the list has", () => {
    const appealed = { ...click("a", 1, "invalid"), appealUntil: "2026-03-31T14:03:01.000Z" };
    expect(mergeClicks([appealed], [click("a", 1, "invalid")], false)).toEqual([appealed]);
  });

  it("omits live clicks older than the list, unless it is the last page", () => {
    const listed = [click("b", 20)];
    expect(ids(mergeClicks(listed, [click("a", 10)], false))).toEqual(["b"]);
    expect(ids(mergeClicks(listed, [click("a", 10)], true))).toEqual(["b", "a"]);
  });
});

it("keeps each live click once, in its newest state, and at most the maximum", () => {
  const judged = click("a", 1);
  expect(addLiveClicks([click("a", 1, "pending")], [judged])).toEqual([judged]);
  const many = Array.from({ length: 400 }, (_, n) => click(String(n).padStart(3, "0"), 1));
  const kept = addLiveClicks([], many);
  expect(kept).toHaveLength(300);
  expect(kept[0]?.id).toBe("399");
});
