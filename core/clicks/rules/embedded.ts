import { t } from "../../language/t";
import type { Check } from "../rule";

/**
 * A page loaded the link without a click of its visitor: in a frame, an image or a script. A browser
 * that follows a link sends `document` and `navigate`. Old browsers and insecure origins send
 * neither; that also counts as a followed link: the developer profits from a refusal.
 */
export const embedded: Check = {
  signal: "embedded",
  category: "Hidden embed",
  describe: () => t`A link that another page loads in a frame or as an image is not a click.`,
  find: ({ secFetchDest: dest, secFetchMode: mode }) => {
    if ((dest ?? "document") === "document" && (mode ?? "navigate") === "navigate") return null;
    return { dest: dest ?? "", mode: mode ?? "" };
  },
};
