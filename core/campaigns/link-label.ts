/** Names that a link can have at the same time, such as `bio` and `video-12`. */
export const MAX_LABELS = 20;
/** Names that can ever be added to a link: the counters of each clicked name are kept. */
export const MAX_LABELS_ADDED = 100;
export const MAX_LABEL_LENGTH = 24;

const pattern = /^[a-z0-9][a-z0-9-]{0,23}$/;

/** Whether a text has the form of a link's name: lower-case letters, digits and hyphens. */
export function isLinkLabel(text: string): boolean {
  return pattern.test(text);
}
