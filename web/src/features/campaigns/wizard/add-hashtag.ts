import { MAX_HASHTAGS } from "@fairclick/core/campaigns/campaign-rules";

/** The hashtags with one more, unless it is empty, there already (in whatever case) or one too many. */
export function addHashtag(chosen: string[], typed: string): string[] {
  const word = typed.trim().replace(/^#+/, "");
  const tag = `#${word}`;
  const known = chosen.some((each) => each.toLowerCase() === tag.toLowerCase());
  return word === "" || known || chosen.length >= MAX_HASHTAGS ? chosen : [...chosen, tag];
}
