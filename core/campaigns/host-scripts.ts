import { toUnicode } from "punycode.js";

/**
 * What a label may be written in: one of the scripts in common use (Unicode Annex 31, table 5), or
 * those of East Asia that are written together with Latin ("highly restrictive" in Unicode
 * Technical Standard 39).
 */
const allowed = [
  /^[\p{scx=Arabic}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Armenian}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Bengali}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Cyrillic}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Devanagari}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Ethiopic}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Georgian}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Greek}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Gujarati}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Gurmukhi}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Hebrew}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Kannada}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Khmer}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Lao}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Latin}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Malayalam}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Myanmar}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Oriya}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Sinhala}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Tamil}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Telugu}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Thaana}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Thai}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Tibetan}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Bopomofo}\p{scx=Common}\p{scx=Inherited}]+$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hangul}\p{scx=Common}\p{scx=Inherited}]+$/u,
];

/** Cyrillic and Greek letters that look like Latin ones in most typefaces. */
const lookAlikes = /^[-0-9аԁегһіїјӏоорԛсѕԝхуѵьαγικνορτυχ]+$/u;

/**
 * Whether a host's name mixes scripts within a label, is written in unusual ones, or has a label of
 * nothing but letters that look like Latin ones beside a Latin top-level name. Labels in Punycode
 * are decoded first; one that cannot be decoded counts as well.
 */
export function isSpoofingHost(host: string): boolean {
  const labels = decode(host)?.split(".");
  if (!labels) return true;
  const hasLatinEnd = /^[a-z0-9-]+$/.test(labels.at(-1) ?? "");
  return labels.some((label) => {
    if (/^[a-z0-9_-]*$/.test(label)) return false;
    return (
      !allowed.some((pattern) => pattern.test(label)) || (hasLatinEnd && lookAlikes.test(label))
    );
  });
}

function decode(host: string): string | null {
  try {
    return toUnicode(host);
  } catch {
    return null;
  }
}
