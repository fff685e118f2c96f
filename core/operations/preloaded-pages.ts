/**
 * Pages where visits begin, with the file of their route: the page that the server sends names their
 * scripts, so that they load beside the app's own.
 */
export const preloadedPages: Readonly<Record<string, string>> = {
  "/": "routes/index.tsx",
  "/campaigns": "routes/campaigns.tsx",
  "/login": "routes/login.tsx",
  "/register": "routes/register.tsx",
  "/app/creator-hub": "routes/app/_signed-in/creator-hub.tsx",
  "/app/developer-hub": "routes/app/_signed-in/developer-hub.tsx",
};
