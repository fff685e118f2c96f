import { parseRobloxLink } from "@fairclick/core/campaigns/destination";
import { gameUrlSchema } from "@fairclick/core/campaigns/game-url";
import { type Genre, genreName, genres } from "@fairclick/core/campaigns/genres";
import { formatList, t } from "@fairclick/core/language/t";
import { printableText } from "@fairclick/core/texts";
import { useRef } from "react";
import { readGame } from "../queries/game";
import type { CampaignFields } from "./draft";
import type { FieldName } from "./field-rules";

const PAUSE_MS = 600;
type Fields = { current: CampaignFields };

/**
 * Returns a function that fills in what the address of a game and its page say, once the address is typed.
 * A field that somebody edited stays as it is.
 */
export function useGameFacts(
  latest: Fields,
  isSignedIn: boolean,
  set: (next: Partial<CampaignFields>) => void,
) {
  const filled = useRef<Partial<CampaignFields>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function put(found: Partial<CampaignFields>) {
    const open = Object.entries(found).filter(([name, value]) => {
      const now = latest.current[name as FieldName];
      return value.length > 0 && (now.length === 0 || now === filled.current[name as FieldName]);
    });
    filled.current = { ...filled.current, ...found };
    if (open.length > 0) set(Object.fromEntries(open));
  }

  return (typed: string) => {
    clearTimeout(timer.current);
    const parsed = gameUrlSchema.safeParse(typed);
    if (!parsed.success) return;
    const gameUrl = parsed.data;
    const titled = titleInAddress(gameUrl);
    if (titled !== null) put(suggestFields(titled, ""));
    if (!isSignedIn) return;
    timer.current = setTimeout(async () => {
      const facts = await readGame(gameUrl).catch(() => null);
      if (!facts || latest.current.gameUrl !== typed) return;
      const { description, coverHash } = facts;
      const title = facts.title ?? titled;
      put({
        ...(title === null ? {} : suggestFields(title, description ?? "")),
        ...(description === null ? {} : { description }),
        ...(coverHash === null ? {} : { coverHash }),
      });
    }, PAUSE_MS);
  };
}

/** What a game's title and text suggest for the fields that nothing says exactly. */
function suggestFields(gameTitle: string, text: string) {
  const tags = guessGenres(`${gameTitle} ${text}`);
  return {
    gameTitle,
    tags,
    targetAudience: t`Players who like ${formatList(tags.map(genreName))}`,
    conversionTips: t`Play ${gameTitle} on camera, say its name, and put your link where viewers see it.`,
  };
}

const signs: Record<Genre, RegExp> = {
  Obby: /\bobby|obstacle|parkour|\btower\b/i,
  Simulator: /simulator|\bsim\b/i,
  RPG: /\brpg\b|dungeon|quest/i,
  Tycoon: /tycoon|factory/i,
  Fighting: /fight|battle|combat|\bboxing\b/i,
  Roleplay: /role-?play|\brp\b/i,
  Anime: /anime|manga/i,
  Adventure: /adventure|explor/i,
  Shooter: /shooter|\bfps\b|\bguns?\b/i,
};

/** Returns up to three genres that a game's title and description name; the widest one if they name none. */
function guessGenres(text: string): Genre[] {
  const found = genres.filter((genre) => signs[genre].test(text)).slice(0, 3);
  return found.length > 0 ? found : guessGenres("adventure");
}

const MAX_TITLE = 120;

/** Returns the title in the address of a Roblox game's page; null if it has none. */
export function titleInAddress(gameUrl: string): string | null {
  if (parseRobloxLink(gameUrl)?.form !== "place") return null;
  const words = /\/games\/\d+\/([^/?#]+)/.exec(new URL(gameUrl).pathname)?.[1];
  if (words === undefined) return null;
  try {
    return (
      printableText(decodeURIComponent(words).replaceAll("-", " ")).slice(0, MAX_TITLE) || null
    );
  } catch {
    return null;
  }
}
