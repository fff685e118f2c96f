import { beforeEach, expect, it } from "vitest";
import core from "../language/spanish/core.json" with { type: "json" };
import { speakInTests } from "../language/testing/speak-in-tests";
import { categoryName } from "./category-names";
import { reversalCategories } from "./decisions";
import { describeCategory, reasonCategories } from "./reasons";

const speak = speakInTests(core);
beforeEach(() => speak("es"));

const reversed = reversalCategories.map((category) =>
  describeCategory({ verdict: "invalid", reason: "reversed", category, proof: null }),
);
const proven = describeCategory({ verdict: "valid", reason: null, category: null, proof: "paid" });
const unknown = describeCategory({
  verdict: "invalid",
  reason: "a_rule_of_tomorrow",
  category: null,
  proof: null,
});

it.each([...reasonCategories, ...reversed, proven, unknown])("translates %j", (category) => {
  const name = categoryName(category ?? "");
  expect(name).not.toBe("");
  expect(name).not.toBe(category);
  expect(name.split(": ")[1]).not.toBe(category?.split(": ")[1] ?? "");
});

it("leaves an unknown category and all English ones as they are", () => {
  expect(categoryName("Moonlight")).toBe("Moonlight");
  expect(categoryName("toString")).toBe("toString");
  speak("en");
  expect(reasonCategories.map(categoryName)).toEqual(reasonCategories);
});
