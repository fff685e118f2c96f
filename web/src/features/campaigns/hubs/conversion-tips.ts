import { t } from "@fairclick/core/language/t";
/** Tips for creators, shown for every campaign. */
export const conversionTips = [
  t`Show the game itself in the first three seconds.`,
  t`Put the link where a thumb finds it: bio, pinned comment, first line of the description.`,
  t`Say what the player gets, not what the game is.`,
  t`Post when your viewers are online, and answer the first comments.`,
] as const;
