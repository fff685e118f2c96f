import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { areDisjoint, type CharacterSet, isOneCharacter, matchedCharacters } from "./character-set";

/** State of a match: what it has read for certain, from its start and from the end of each run. */
type Path = {
  anchored: boolean;
  read: CharacterSet[];
  runs: { characters: CharacterSet; readSince: CharacterSet[] }[];
};

/** `fails` is true if a following part can fail, which makes the engine backtrack. */
type Place = { flags: string; fails: boolean };

/** A quantifier up to this counts as a constant. */
const FEW = 16;
const MAX_PATHS = 10_000;

class SlowPart extends Error {}

/**
 * Returns why an expression may take longer than linear time on some text; null when it cannot. It is
 * strict: runs of characters (`\w*`, `.+`) are the only repetition without a bound, two runs are kept
 * apart by a character that the first cannot hold, and an expression that may start anywhere
 * begins with a character that none of its runs can hold.
 */
export function findSlowPart(source: string, flags: string): string | null {
  const unicode = flags.includes("u") || flags.includes("v");
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, unicode);
  try {
    for (const alternative of pattern.alternatives) {
      walk(alternative.elements, [{ anchored: false, read: [], runs: [] }], {
        flags,
        fails: false,
      });
    }
    return null;
  } catch (error) {
    if (error instanceof SlowPart) return error.message;
    throw error;
  }
}

function walk(elements: readonly AST.Element[], paths: Path[], { flags, fails }: Place): Path[] {
  let current = paths;
  elements.forEach((element, index) => {
    const place = { flags, fails: fails || index < elements.length - 1 };
    current = step(element, current, place);
    if (current.length > MAX_PATHS) throw new SlowPart(`${element.raw} has too many ways to match`);
  });
  return current;
}

function step(element: AST.Element, paths: Path[], place: Place): Path[] {
  if (isOneCharacter(element)) return paths.map((path) => readOne(path, element, place.flags));
  switch (element.type) {
    case "Group":
    case "CapturingGroup":
      return element.alternatives.flatMap(({ elements }) => walk(elements, paths, place));
    case "Quantifier":
      return element.max > FEW
        ? paths.flatMap((path) => run(element, path, place))
        : repeat(element, paths, place);
    case "Assertion":
      return assert(element, paths, place);
    default:
      throw new SlowPart(`${element.raw} is not understood`);
  }
}

function readOne(
  path: Path,
  element: Parameters<typeof matchedCharacters>[0],
  flags: string,
): Path {
  const characters = matchedCharacters(element, flags);
  return {
    ...path,
    read: [...path.read, characters],
    runs: path.runs.map((each) => ({ ...each, readSince: [...each.readSince, characters] })),
  };
}

/** Two repetitions show everything that more would: how a repetition follows itself. */
function repeat({ element, min, max }: AST.Quantifier, paths: Path[], place: Place): Path[] {
  const again = { ...place, fails: place.fails || max > 1 };
  const once = max === 0 ? paths : step(element, paths, again);
  const twice = max > 1 ? step(element, once, again) : [];
  return [...(min === 0 ? paths : []), ...(min < 2 ? once : []), ...twice];
}

function run({ element, min, raw }: AST.Quantifier, path: Path, { flags, fails }: Place): Path[] {
  if (!isOneCharacter(element)) throw new SlowPart(`${raw} repeats a group without a bound`);
  const characters = matchedCharacters(element, flags);
  if (fails && !path.anchored && !path.read.some((each) => areDisjoint(each, characters))) {
    throw new SlowPart(`${raw} may start again at each of its own characters`);
  }
  for (const before of path.runs) {
    const isClosed = before.readSince.some((each) => areDisjoint(each, before.characters));
    if (fails && !isClosed && !areDisjoint(before.characters, characters)) {
      throw new SlowPart(`${raw} may hold what a run before it holds`);
    }
  }
  const reached = min > 0 ? readOne(path, element, flags) : path;
  return [{ ...reached, runs: [...reached.runs, { characters, readSince: [] }] }];
}

/** Lookarounds consume no characters. */
function assert(element: AST.Assertion, paths: Path[], { flags }: Place): Path[] {
  if (element.kind === "lookahead" || element.kind === "lookbehind") {
    for (const { elements } of element.alternatives) walk(elements, paths, { flags, fails: true });
  }
  const anchors = element.kind === "start" && !flags.includes("m");
  return anchors ? paths.map((path) => ({ ...path, anchored: true })) : paths;
}
