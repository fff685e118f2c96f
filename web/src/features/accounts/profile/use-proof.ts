import type { ProfileResponse } from "@fairclick/core/accounts/account-schema";
import { useState } from "react";
import { ApiError } from "../../../api/answer";

/** State of the current password in a form that needs proof of identity. */
export function useProof({ hasPassword, recentSignIn }: ProfileResponse, failure: Error | null) {
  const [value, setValue] = useState("");
  const ready = hasPassword ? value !== "" : recentSignIn;
  const wrongPassword =
    failure instanceof ApiError && failure.issues.find(isAboutPassword)?.message;
  return {
    ready,
    password: hasPassword ? value : null,
    field: {
      hasPassword,
      recentSignIn,
      value,
      error: wrongPassword || undefined,
      onChange: setValue,
    },
    clear: () => setValue(""),
  };
}

/** Returns the error, or null if it concerns the current password. */
export function otherFailure(error: Error | null): Error | null {
  return error instanceof ApiError && error.issues.some(isAboutPassword) ? null : error;
}

function isAboutPassword(issue: { path: string }): boolean {
  return issue.path === "password";
}
