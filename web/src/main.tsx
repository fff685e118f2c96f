import "./language/load-language";
import "./styles/app.css";
import { keepFocus, keepPageWithoutCode } from "./cold-start/keep-page";
import { renderApp } from "./cold-start/render-app";
import { createApp } from "./create-app";
import { storeChoice } from "./session/store-language";
import { toastList } from "./ui/notify";

keepPageWithoutCode();
keepFocus();
for (const press of ["pointerdown", "keydown"]) {
  addEventListener(press, toastList.want, { once: true });
}
const app = createApp();
void app.checkStoredToken();

const root = document.getElementById("root");
if (root) renderApp(app, root);

// Not needed for the first picture, and cannot be loaded once the server is away.
void import("./api/await-server").then(({ awaitServer }) =>
  awaitServer(() => {
    app.refresh();
    void storeChoice();
  }),
);
void import("./session/other-tabs").then(({ followOtherTabs }) => followOtherTabs(app));
void storeChoice();

// For the app's pages alone: links of creators (`/r/`) are opened without a worker in between.
if (import.meta.env.PROD) {
  const entrances = ["/login", "/register", "/contact", "/forgot-password"];
  const here = entrances.filter((path) => path === window.location.pathname);
  window.addEventListener("load", () => {
    for (const scope of ["/app/", ...here]) {
      navigator.serviceWorker?.register("/sw.js", { scope }).catch(() => undefined);
    }
  });
}
