/** Labels that a link can have at the same time, such as `bio` and `video-12`. People see them as names. */
export const MAX_LABELS = 20;
/** Labels that can ever be added to a link: the counters of each clicked label are kept. */
export const MAX_LABELS_ADDED = 100;
export const MAX_LABEL_LENGTH = 24;

const pattern = /^[a-z0-9][a-z0-9-]{0,23}$/;

/** Whether a text has the form of a label: lower-case letters, digits and hyphens. */
export function isLinkLabel(text: string): boolean {
  return pattern.test(text);
}
