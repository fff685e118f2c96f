const HOME = "/app/creator-hub";

/** Only pages of the app itself: an address from outside must not decide where a sign-in leads. */
export function pageInApp(path: string | undefined): string {
  return path && /^\/app\/[a-z0-9/-]*$/.test(path) ? path : HOME;
}
