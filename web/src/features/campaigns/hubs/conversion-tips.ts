/** Tips for creators, shown for every campaign. */
export const conversionTips = [
  "Show the game itself in the first three seconds.",
  "Put the link where a thumb finds it: bio, pinned comment, first line of the description.",
  "Say what the player gets, not what the game is.",
  "Post when your viewers are online, and answer the first comments.",
] as const;
