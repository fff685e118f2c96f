import { z } from "zod";
import { findHostProblem, type HostProblem } from "../campaigns/public-host";
import { t } from "../language/t";
import { type Message, writeMessage } from "./message";

export const MAX_URL_LENGTH = 2_048;

/**
 * Whether a text is an `http(s)` URL without credentials or control characters. These URLs end up in
 * `location` headers.
 */
export function isWebUrl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  if (text.length > MAX_URL_LENGTH || /[\u0000-\u0020\u007f\\]/.test(text)) return false;
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return isWeb && url.username === "" && url.password === "" && url.hostname.length > 0;
}

/** Schema of a required URL of a public website. `field` starts the error texts. */
export function webUrlSchema(field: Message) {
  const required = () => t`${writeMessage(field)} is required`;
  return z
    .string({ error: required })
    .trim()
    .min(1, { error: required })
    .superRefine(refuseProblem(field));
}

/** Like `webUrlSchema`, but may be empty or missing. */
export function optionalWebUrlSchema(field: Message) {
  return z.string().trim().superRefine(refuseProblem(field)).optional();
}

function refuseProblem(field: Message) {
  return (text: string, ctx: z.RefinementCtx) => {
    if (text === "") return;
    const problem = isWebUrl(text) ? findHostProblem(text) : "no_web_address";
    if (problem)
      ctx.addIssue({ code: "custom", message: describeProblem(writeMessage(field), problem) });
  };
}

function describeProblem(field: string, problem: HostProblem | "no_web_address"): string {
  switch (problem) {
    case "no_web_address":
      return t`${field} must be a web address that starts with https:// or http://`;
    case "not_public":
      return t`${field} must lead to a public website, not to a private or reserved address`;
    case "spoofing":
      return t`${field} must not have a website name that mixes alphabets or imitates Latin letters`;
  }
}
