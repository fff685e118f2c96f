import { EXIT_UNREACHABLE } from "../../exit-codes";
import { describeFailure } from "../../failures";
import { printable } from "../../output/printable";

/** Describes an error of a request. `isRefused` is false if the server did not answer. */
export function explainRequest(error: unknown): { message: string; isRefused: boolean } {
  const isRefused = describeFailure(error).exitCode !== EXIT_UNREACHABLE;
  return { message: explainError(error), isRefused };
}

export function explainError(error: unknown): string {
  const { message, hint } = describeFailure(error);
  return printable(hint ? `${message} ${hint}` : message);
}
