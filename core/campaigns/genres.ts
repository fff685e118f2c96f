import { t } from "../language/t";

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

/** Returns the name of a genre in the current language; other texts as they are. */
export function genreName(genre: string): string {
  switch (genre) {
    case "Obby":
      return t`Obby`;
    case "Simulator":
      return t`Simulator`;
    case "RPG":
      return t`RPG`;
    case "Tycoon":
      return t`Tycoon`;
    case "Fighting":
      return t`Fighting`;
    case "Roleplay":
      return t`Roleplay`;
    case "Anime":
      return t`Anime`;
    case "Adventure":
      return t`Adventure`;
    case "Shooter":
      return t`Shooter`;
    default:
      return genre;
  }
}
