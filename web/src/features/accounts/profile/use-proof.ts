import type { ProfileResponse } from "@fairclick/core/accounts/account-schema";
import { useState } from "react";
import { ApiError } from "../../../api/answer";

/** The current password of a form that changes what only the account's owner may change. */
export function useProof({ hasPassword, recentSignIn }: ProfileResponse, failure: Error | null) {
  const [value, setValue] = useState("");
  const ready = hasPassword ? value !== "" : recentSignIn;
  const refused = failure instanceof ApiError && failure.issues.find(isAboutPassword)?.message;
  return {
    ready,
    password: hasPassword ? value : null,
    field: { hasPassword, recentSignIn, value, error: refused || undefined, onChange: setValue },
    clear: () => setValue(""),
  };
}

/** What is wrong besides the current password. */
export function otherFailure(error: Error | null): Error | null {
  return error instanceof ApiError && error.issues.some(isAboutPassword) ? null : error;
}

function isAboutPassword(issue: { path: string }): boolean {
  return issue.path === "password";
}
