import { reversalName } from "../clicks/category-names";
import { plural, showStored, t } from "../language/t";

/** Sentences with figures in them. */
const patterns: readonly [pattern: RegExp, translate: (parts: string[]) => string][] = [
  [
    /^Refund of your deposit of (\$[\d,.]*\d)\.$/,
    ([amount = ""]) => t`Refund of your deposit of ${amount}.`,
  ],
  [
    /^Your bank disputed the deposit of (\$[\d,.]*\d)\.$/,
    ([amount = ""]) => t`Your bank disputed the deposit of ${amount}.`,
  ],
  [
    /^Your wallet was (\$[\d,.]*\d) short of it\.$/,
    ([amount = ""]) => t`Your wallet was ${amount} short of it.`,
  ],
  [
    /^Clicks were reversed: ([^;]+)$/,
    ([why = ""]) => t`Clicks were reversed: ${reversalName(why)}`,
  ],
  [
    /^(\d+) clicks? (?:was|were) reversed: ([^;]+)$/,
    ([clicks, why = ""]) => describeReversed(clicks, why),
  ],
  [
    /^(\d+) clicks? (?:was|were) reversed: ([^;]+); (\$[\d,.]*\d) of it will be paid from later earnings$/,
    ([clicks, why = "", owed = ""]) =>
      t`${describeReversed(clicks, why)}; ${owed} of it will be paid from later earnings`,
  ],
];

/**
 * Returns a note about a payment, such as why it failed, in the reader's language. The database keeps
 * notes in English; a sentence that the program does not know, such as an operator's own, stays as it
 * is.
 */
export function describeNote(note: string): string {
  const sentences = note.split(/(?<=\.) (?=[A-Z])/);
  const described = sentences.map(describeFigures);
  if (described.every((sentence) => sentence === null)) return showStored(note);
  return described.map((text, place) => text ?? showStored(sentences[place] ?? "")).join(" ");
}

/** Returns null if the sentence matches no pattern with figures. */
function describeFigures(sentence: string): string | null {
  for (const [pattern, translate] of patterns) {
    const found = pattern.exec(sentence);
    if (found) return translate(found.slice(1));
  }
  return null;
}

function describeReversed(clicks: string | undefined, why: string): string {
  const count = plural(Number(clicks), "# click was reversed", "# clicks were reversed");
  return `${count}: ${reversalName(why)}`;
}
