import { sendAhead } from "./request-ahead";

sendAhead(window.location);
/**
 * The first date format and the first name of a country load tables for up to 0.1 s on a slow phone. The
 * main script is still on its way; when it wants them, they are there.
 */
new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }).format(0);
new Intl.DisplayNames("en-US", { type: "region" }).of("US");
