/** URL that starts a sign-in with Google. `next` is the page to return to. */
export function googleAddress(next: string | undefined): string {
  return next ? `/api/auth/google?${new URLSearchParams({ return: next })}` : "/api/auth/google";
}
