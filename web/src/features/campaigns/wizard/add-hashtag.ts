import { MAX_HASHTAGS } from "@fairclick/core/campaigns/campaign-input";

/** Adds a hashtag, unless it is empty, a duplicate (ignoring case) or above the maximum. */
export function addHashtag(chosen: string[], typed: string): string[] {
  const word = typed.trim().replace(/^#+/, "");
  const tag = `#${word}`;
  const known = chosen.some((each) => each.toLowerCase() === tag.toLowerCase());
  return word === "" || known || chosen.length >= MAX_HASHTAGS ? chosen : [...chosen, tag];
}
