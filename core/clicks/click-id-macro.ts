/** The placeholder that a developer may write in a game's URL, also percent-encoded. */
export const CLICK_ID_MACRO = /(?:\{|%7b)click_id(?:\}|%7d)/gi;
