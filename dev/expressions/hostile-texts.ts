import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { isOneCharacter, matchedCharacters } from "./character-set";
import type { Expression } from "./read-expressions";

/** The prefix of every browser's user agent: some rules match only after it. */
const browserWords = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ";
const MAX_REPEATS = 40;

/**
 * Returns texts of one length, made of the expression's own words so that it backtracks long before it
 * fails: each start of an alternative repeated, each repeated character up to the length, and the words
 * in large blocks.
 */
export function makeHostileTexts({ source, flags }: Expression, length: number): string[] {
  const unicode = flags.includes("u") || flags.includes("v");
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, unicode);
  const texts = pattern.alternatives.flatMap(({ elements }) => {
    const words = elements.map((element) => sample(element, flags));
    const beginnings = words.map((_, index) => words.slice(0, index + 1).join(""));
    const ends = blocks(elements, words);
    return [
      ...beginnings.filter((text) => text !== "").map((text) => fill(text, length)),
      ...words.flatMap((word, index) =>
        isRun(elements[index]) && word !== ""
          ? [`${words.slice(0, index).join("")}${fill(word, length)}`]
          : [],
      ),
      ...(ends.length > 1
        ? [
            ends.map((block) => fill(block, length / ends.length)).join(""),
            ends
              .slice(0, -1)
              .map((block) => fill(block, length / (ends.length - 1)))
              .join(""),
          ]
        : []),
    ];
  });
  const unique = new Set(texts.flatMap((text) => [text, browserWords + text]));
  return [...unique].map((text) => text.slice(0, length));
}

/**
 * Returns the words between runs, such as `Macintosh;`, `Version/0` and `Safari/` of
 * `Macintosh;.*Version\/\d.*Safari\/`.
 */
function blocks(elements: readonly AST.Element[], words: readonly string[]): string[] {
  const found = [""];
  elements.forEach((element, index) => {
    if (isRun(element)) found.push("");
    else found.push(`${found.pop() ?? ""}${words[index] ?? ""}`);
  });
  return found.filter((block) => block !== "");
}

function isRun(element: AST.Element | undefined): boolean {
  return element?.type === "Quantifier" && element.max > MAX_REPEATS;
}

function fill(word: string, length: number): string {
  return word.repeat(Math.ceil(length / word.length)).slice(0, Math.ceil(length));
}

/** Returns one text that the element matches. */
function sample(element: AST.Element, flags: string): string {
  if (isOneCharacter(element)) {
    const characters = [...matchedCharacters(element, flags)];
    return characters.find((each) => /[0a]/i.test(each)) ?? characters[0] ?? "";
  }
  switch (element.type) {
    case "Quantifier":
      return sample(element.element, flags).repeat(Math.max(1, Math.min(element.min, MAX_REPEATS)));
    case "Group":
    case "CapturingGroup":
      return (element.alternatives[0]?.elements ?? []).map((each) => sample(each, flags)).join("");
    case "Assertion":
      return element.kind === "word" && !element.negate ? " " : "";
    default:
      return "";
  }
}
