import { OPERATOR_TOKEN_PREFIX } from "@fairclick/core/operations/operators";
import { isToken } from "../../accounts/auth/token";

export function isOperatorToken(text: string): boolean {
  return (
    text.startsWith(OPERATOR_TOKEN_PREFIX) && isToken(text.slice(OPERATOR_TOKEN_PREFIX.length))
  );
}
