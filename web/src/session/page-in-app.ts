const HOME = "/app/creator-hub";
const LONGEST = 500;

/** Returns the path if it is a page of the app, else the Creator Hub: a link must not redirect a sign-in elsewhere. */
export function pageInApp(path: string | undefined): string {
  return isPageInApp(path) ? path : HOME;
}

/** Search parameters of a link to the login that returns to `path`. Empty for the Creator Hub. */
export function returnSearch(path: string): { next?: string } {
  return isPageInApp(path) && path !== HOME ? { next: path } : {};
}

function isPageInApp(path: string | undefined): path is string {
  return (
    path !== undefined && path.length <= LONGEST && /^\/app\/[a-z0-9/-]*(\?[\w=&%.-]*)?$/.test(path)
  );
}
