import type { Check } from "../rule";

/**
 * The link was loaded by a page behind its visitor's back: in a frame, an image, a script. A
 * browser that follows a link says `document` and `navigate`; one that says nothing is too old or
 * on an insecure origin, and counts as having said it.
 */
export const embedded: Check = {
  signal: "embedded",
  category: "Hidden embed",
  describe: () => "A link loaded inside another page, in a frame or as an image, is not followed.",
  find: ({ secFetchDest: dest, secFetchMode: mode }) => {
    if ((dest ?? "document") === "document" && (mode ?? "navigate") === "navigate") return null;
    return { dest: dest ?? "", mode: mode ?? "" };
  },
};
