/** Says that a post is advertising, as the rules of most countries and platforms require. */
export const DISCLOSURE = "#ad, I earn per click";
