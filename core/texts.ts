import { z } from "zod";
import { t } from "./language/t";
import { type Message, writeMessage } from "./schemas";

type TypedText = {
  /** The field's name on screens; starts the error texts. */
  label: Message;
  maxLength: number;
  tooLongMessage?: Message;
  /** Error for a missing or blank text; without it, the text may be empty. */
  requiredMessage?: Message;
  minLength?: number;
  /** Whether line breaks and tabs are allowed. */
  isMultiline?: boolean;
};

/**
 * Schema of a text that one person types and others read; trims it. Refuses characters that change
 * how the surrounding text is displayed; see `unsafe`.
 */
export function typedText({
  label,
  maxLength,
  tooLongMessage = () => t`Please keep this under ${maxLength} characters`,
  requiredMessage,
  minLength = requiredMessage === undefined ? 0 : 1,
  isMultiline = false,
}: TypedText) {
  const find = (text: string) =>
    findUnsafeCharacter(isMultiline ? text.replace(/\r?\n|\t/g, " ") : text);
  return z
    .string(requiredMessage === undefined ? {} : { error: () => writeMessage(requiredMessage) })
    .overwrite((text) => text.trim().toWellFormed())
    .min(minLength, {
      error: () =>
        requiredMessage === undefined
          ? t`${writeMessage(label)} is too short`
          : writeMessage(requiredMessage),
    })
    .max(maxLength, { error: () => writeMessage(tooLongMessage) })
    .refine((text) => requiredMessage === undefined || text === "" || visible.test(text), {
      error: () => writeMessage(requiredMessage ?? ""),
    })
    .refine((text) => find(text) === null, {
      error: ({ input }) =>
        t`${writeMessage(label)} contains ${find(String(input)) ?? ""}, which is a control or text-direction character: please remove it`,
    });
}

const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/**
 * Control characters, line and paragraph separators, text-direction controls, and tag characters
 * outside of flags. Joiners (emoji, Persian, Indic scripts) and combining marks are not among them.
 */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u{e0000}-\u{e007f}]/u;
const unsafeRun = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u{e0000}-\u{e007f}]+/gu;
/** England, Scotland, Wales: a black flag and its region in tag characters. */
const regionFlag = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{4,6}\u{e007f}/gu;

/** Replaces unsafe characters with a space, in texts that no form has refused. */
export function printableText(text: string): string {
  const wellFormed = text.toWellFormed();
  const flags = wellFormed.match(regionFlag) ?? [];
  return wellFormed
    .split(regionFlag)
    .map((part, n) => part.replace(unsafeRun, " ") + (flags[n] ?? ""))
    .join("")
    .trim();
}

/** Returns the first unsafe character as `U+202E`, or null if there is none. */
function findUnsafeCharacter(text: string): string | null {
  const found = unsafe.exec(text.replace(regionFlag, ""))?.[0].codePointAt(0);
  return found === undefined ? null : `U+${found.toString(16).toUpperCase().padStart(4, "0")}`;
}
