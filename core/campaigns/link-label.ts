/** Names of one link at a time: `bio`, `video-12`. */
export const MAX_LABELS = 20;
/** Names of one link ever added: each that was clicked has counters of its own. */
export const MAX_LABELS_ADDED = 100;
export const MAX_LABEL_LENGTH = 24;

const pattern = /^[a-z0-9][a-z0-9-]{0,23}$/;

/** Whether a text has the form of a link's name: lower-case letters, digits and hyphens. */
export function isLinkLabel(text: string): boolean {
  return pattern.test(text);
}
