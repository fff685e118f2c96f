import { printable } from "../../output/fit-to";

const MAX_LENGTH = 300;

/** Why a job failed, on one line: errors of validation tell it on their later lines. */
export function sayReason(reason: string): string {
  const line = printable(reason.replace(/\s+/g, " ").trim());
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
}
