import { beforeEach, expect, it } from "vitest";
import { joinKey, plural, showStored, stored, t } from "./t";
import { speakInTests } from "./testing/speak-in-tests";

const speak = speakInTests({
  "{0} joined {1}": "A {1} se unió {0}",
  "Read it and decide.": "Léelo y decide.",
  "# clicks": { one: "# clic", many: "# de clics", other: "# clics" },
  "You cancelled it.": "Lo cancelaste.",
  "The money is back.": "El dinero volvió.",
  constructorless: "x",
});

beforeEach(() => speak("es"));

it("puts values where the translation has them", () => {
  expect(t`${"Ana"} joined ${"Obby"}`).toBe("A Obby se unió Ana");
  speak("en");
  expect(t`${"Ana"} joined ${"Obby"}`).toBe("Ana joined Obby");
});

it("never reads a value as a placeholder", () => {
  expect(t`${"{1}"} joined ${"{0}"}`).toBe("A {0} se unió {1}");
  speak("en");
  expect(t`${"{1}"} joined ${"$&"}`).toBe("{1} joined $&");
});

it("stays English without a translation, also for names that every object has", () => {
  expect(t`Not translated ${3}`).toBe("Not translated 3");
  expect(t`constructor`).toBe("constructor");
  expect(t`__proto__`).toBe("__proto__");
});

it("counts line breaks as one space, and keeps spaces at the ends of one line", () => {
  expect(t`
    Read it
    and decide.
  `).toBe("Léelo y decide.");
  expect(joinKey([" a ", " b "])).toBe(" a {0} b ");
});

it.each([
  [1, "1 clic"],
  [0, "0 clics"],
  [2n, "2 clics"],
  [1_234, "1,234 clics"],
  [1_000_000, "1,000,000 de clics"],
])("counts %s as %j", (count, text) => {
  expect(plural(count, "# click", "# clicks")).toBe(text);
});

it("counts in English by two forms", () => {
  speak("en");
  expect([1, 2].map((count) => plural(count, "# click", "# clicks"))).toEqual([
    "1 click",
    "2 clicks",
  ]);
});

it("stores English, and translates it where every sentence is known", () => {
  const text = stored`You cancelled it.`;
  expect(text).toBe("You cancelled it.");
  expect(showStored(text)).toBe("Lo cancelaste.");
  expect(showStored(`${text} The money is back.`)).toBe("Lo cancelaste. El dinero volvió.");
  expect(showStored(`${text} Sorry, says Olivia.`)).toBe(`${text} Sorry, says Olivia.`);
  expect(showStored("constructor")).toBe("constructor");
});

it("returns a long text of many known sentences at once", () => {
  const text = Array.from({ length: 10_000 }, () => "You cancelled it.").join(" ");
  expect(showStored(text)).toBe(text);
});
