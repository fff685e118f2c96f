import { t } from "../language/t";

/**
 * What a campaign pays for: `clicks`, every valid click; `players`, the clicks of creators whose players
 * arrive. The choice has one effect: on a `players` campaign whose game reports, the money of clicks that
 * no player explains waits for players or an operator, and a weak finding about them does not lapse.
 */
export const paysForChoices = ["clicks", "players"] as const;
export type PaysFor = (typeof paysForChoices)[number];
/** What a campaign pays for if its developer does not choose. */
export const DEFAULT_PAYS_FOR: PaysFor = "clicks";

/** After this many days without a report of its game, a campaign pays for every valid click. */
export const SILENT_DAYS = 7;

/** Returns a choice as developers and creators read it. */
export function describePaysFor(choice: PaysFor): { name: string; meaning: string } {
  switch (choice) {
    case "clicks":
      return {
        name: t`Every valid click`,
        meaning: t`Each click that passes the public rules is paid, whether or not its visitor plays.`,
      };
    case "players":
      return {
        name: t`Clicks of creators whose players arrive`,
        meaning: t`If far fewer players arrive from a creator than from the others, the creator's money for these clicks waits until players come or an operator decides. If the game reports nothing for ${SILENT_DAYS} days, every valid click is paid.`,
      };
  }
}
