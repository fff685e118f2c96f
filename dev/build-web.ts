import { StartError } from "./stack/start-error";
import { buildWebApp } from "./stack/web-build";

try {
  console.log((await buildWebApp()) ? "The web app was built." : "The web app is up to date.");
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
