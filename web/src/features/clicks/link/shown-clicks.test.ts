import { describe, expect, it } from "vitest";
import { addLiveClicks, mergeClicks, toShownClick } from "./shown-clicks";

type Told = "pending" | "valid" | "invalid";

const click = (id: string, second: number, verdict: Told = "valid", cameAt = 1_000) =>
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

it("counts a click's seconds from when it came", () => {
  expect(click("a", 1, "pending").dueAt).toBe(6_000);
  expect(click("a", 1).dueAt).toBeNull();
});

describe("mergeClicks", () => {
  it("puts what came live before what was listed", () => {
    expect(ids(mergeClicks([click("a", 1)], [click("b", 2)], false))).toEqual(["b", "a"]);
  });

  it("believes a verdict rather than its absence, whoever tells it", () => {
    const judged = click("a", 1, "invalid");
    const pending = click("a", 1, "pending");
    expect(mergeClicks([pending], [judged], false)).toEqual([judged]);
    expect(mergeClicks([judged], [pending], false)).toEqual([judged]);
  });

  it("believes an operator's decision that came after the list, and the list that was asked for after it", () => {
    const reversed = click("a", 1, "invalid", 2_000);
    expect(mergeClicks([click("a", 1, "valid", 1_000)], [reversed], false)).toEqual([reversed]);
    const approved = click("a", 1, "valid", 3_000);
    expect(mergeClicks([approved], [reversed], false)).toEqual([approved]);
  });

  it("keeps what only the list knows", () => {
    const appealed = { ...click("a", 1, "invalid"), appealUntil: "2026-03-31T14:03:01.000Z" };
    expect(mergeClicks([appealed], [click("a", 1, "invalid")], false)).toEqual([appealed]);
  });

  it("leaves to the next page what is older than the list, unless there is none", () => {
    const listed = [click("b", 20)];
    expect(ids(mergeClicks(listed, [click("a", 10)], false))).toEqual(["b"]);
    expect(ids(mergeClicks(listed, [click("a", 10)], true))).toEqual(["b", "a"]);
  });
});

it("keeps each live click once, in its newest state, and not more than a page can show", () => {
  const judged = click("a", 1);
  expect(addLiveClicks([click("a", 1, "pending")], [judged])).toEqual([judged]);
  const many = Array.from({ length: 400 }, (_, n) => click(String(n).padStart(3, "0"), 1));
  const kept = addLiveClicks([], many);
  expect(kept).toHaveLength(300);
  expect(kept[0]?.id).toBe("399");
});
