import "./language/load-language";
import { keepPageWithoutCode } from "./cold-start/keep-page";
import { renderApp } from "./cold-start/render-app";
import { createApp } from "./create-app";
import { storeChoice } from "./language/store-choice";
import "./styles/app.css";

keepPageWithoutCode();
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
void storeChoice();
