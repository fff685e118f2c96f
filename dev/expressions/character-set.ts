import type { AST } from "@eslint-community/regexpp";

/** A character, a class such as `[a-z]`, or an escape such as `\w`: an element that matches one character. */
type OneCharacter = AST.Character | AST.CharacterSet | AST.CharacterClass;

export type CharacterSet = ReadonlySet<string>;

const LATIN = 0x250;
const others = ["\u2028", "\u3042", "\ud7ff", "\uffff"];
const samples = [
  ...Array.from({ length: LATIN }, (_, code) => String.fromCharCode(code)),
  ...others,
];

export function isOneCharacter(node: AST.Node): node is OneCharacter {
  return ["Character", "CharacterSet", "CharacterClass"].includes(node.type);
}

/** Returns the characters that an element matches, among Latin and a few others. */
export function matchedCharacters({ raw }: OneCharacter, flags: string): CharacterSet {
  const expression = new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, ""));
  return new Set(samples.filter((character) => expression.test(character)));
}

export function areDisjoint(a: CharacterSet, b: CharacterSet): boolean {
  for (const character of a) if (b.has(character)) return false;
  return true;
}
