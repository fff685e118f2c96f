import type { GameFacts } from "@fairclick/core/campaigns/game-url";
import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";

/** What the page of a game says of itself. */
export async function readGame(gameUrl: string): Promise<GameFacts> {
  return (await readAnswer(api.campaigns.game.$post({ json: { gameUrl, reads: true } }))).data;
}

/** Why a campaign for a game waits for review once it is paid; null if it does not. */
export function reviewQuery(gameUrl: string, payoutPerClick: number) {
  return queryOptions({
    queryKey: ["game", gameUrl, payoutPerClick],
    queryFn: async () =>
      (await readAnswer(api.campaigns.game.$post({ json: { gameUrl, payoutPerClick } }))).data
        .review,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
}
