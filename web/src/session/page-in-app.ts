const HOME = "/app/creator-hub";
const LONGEST = 500;

/** Only pages of the app itself: an address from outside must not decide where a sign-in leads. */
export function pageInApp(path: string | undefined): string {
  return isPageInApp(path) ? path : HOME;
}

/** The search of a way to the login that leads back here; home needs no mention. */
export function returnSearch(path: string): { next?: string } {
  return isPageInApp(path) && path !== HOME ? { next: path } : {};
}

function isPageInApp(path: string | undefined): path is string {
  return (
    path !== undefined && path.length <= LONGEST && /^\/app\/[a-z0-9/-]*(\?[\w=&%.-]*)?$/.test(path)
  );
}
