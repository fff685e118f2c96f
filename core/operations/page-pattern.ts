/** Returns a path of the app with `$id` in the place of an id, as `preloadedPages` names it. */
export function pagePattern(path: string): string {
  return path.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, "$$id");
}
