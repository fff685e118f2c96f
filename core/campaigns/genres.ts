/** Genre tags of games. */
export const genres = [
  "Obby",
  "Simulator",
  "RPG",
  "Tycoon",
  "Fighting",
  "Roleplay",
  "Anime",
  "Adventure",
  "Shooter",
] as const;
export type Genre = (typeof genres)[number];
