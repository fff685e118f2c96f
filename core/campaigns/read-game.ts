import { z } from "zod";
import { positiveDollars } from "../amount-schema";
import { t } from "../language/t";
import { gameUrlSchema } from "./game-url";

/** What a developer wants to know of a game before there is a campaign for it. */
export const gameQuestionSchema = z.object({
  gameUrl: gameUrlSchema,
  /** In dollars; left out while there is no price. */
  payoutPerClick: positiveDollars(() => t`Valid payout rate is required`).optional(),
  /** Whether the game's page is fetched too. */
  reads: z.boolean().optional(),
});
export type GameQuestion = z.output<typeof gameQuestionSchema>;

/** What the game's page says of itself, as far as it could be read, and whether its campaign would wait. */
export const gameFactsSchema = z.object({
  title: z.string().nullable(),
  description: z.string().nullable(),
  /** The hash of the page's picture, stored as an upload of the caller. */
  coverHash: z.string().nullable(),
  /** Why a campaign for it waits for review once it is paid; null if it does not. */
  review: z.string().nullable(),
});
export type GameFacts = z.infer<typeof gameFactsSchema>;
