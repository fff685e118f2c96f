import { sendAhead } from "./request-ahead";

sendAhead(window.location);
/**
 * The first date format and the first name of a country load tables for up to 0.2 s on a slow phone. That
 * happens behind the first picture, while the main script is still on its way.
 */
requestAnimationFrame(() =>
  setTimeout(() => {
    new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }).format(0);
    new Intl.DisplayNames("en-US", { type: "region" }).of("US");
  }),
);
