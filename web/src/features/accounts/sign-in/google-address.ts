/** Where a browser goes to sign in with Google, and comes back from to a page of the app. */
export function googleAddress(next: string | undefined): string {
  return next ? `/api/auth/google?${new URLSearchParams({ return: next })}` : "/api/auth/google";
}
