import { toUnicode } from "punycode.js";

/**
 * Allowed scripts of a label: one of the scripts in common use (Unicode Annex 31, table 5), or an
 * East Asian combination with Latin ("highly restrictive" in Unicode Technical Standard 39).
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

/** Cyrillic and Greek letters that look like Latin letters in most typefaces. */
const lookAlikes = /^[-0-9аԁегһіїјӏоорԛсѕԝхуѵьαγικνορτυχ]+$/u;

/**
 * Whether a host name imitates another: a label mixes scripts, uses an unusual script, or consists
 * only of Latin look-alikes under a Latin top-level name. Decodes Punycode first; returns true if a
 * label cannot be decoded.
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
