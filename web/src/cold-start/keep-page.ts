/** Message of an error when the code of a page or dialog could not be loaded. */
export const CODE_FAILURE = "code-failure";

/**
 * Keeps the page when code that it needs cannot be loaded. The router reloads the page if it
 * recognises the browser's message, and without a server only the browser's own error page remains.
 */
export function keepPageWithoutCode(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    payload.message = CODE_FAILURE;
  });
}
