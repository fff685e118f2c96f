import core from "./spanish/core.json" with { type: "json" };
import server from "./spanish/server.json" with { type: "json" };
import type { Catalogue } from "./t";

/** Every text that answers, mails and the server's own pages contain. */
export const spanishOnServer: Catalogue = { ...core, ...server };
