import { t } from "@fairclick/core/language/t";

/** Says that a post is advertising, as the rules of most countries and platforms require. */
export const DISCLOSURE = t`#ad, I earn per click`;
