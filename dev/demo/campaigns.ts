import type { Client } from "@fairclick/api/client";
import type { CreateCampaignInput } from "@fairclick/core/campaigns/campaign-input";
import { readBody } from "./read-body";

type Game = Pick<
  CreateCampaignInput,
  | "gameUrl"
  | "gameTitle"
  | "description"
  | "targetAudience"
  | "tags"
  | "hashtags"
  | "conversionTips"
> & { dollarsPerThousand: number };

const games: Game[] = [
  {
    gameTitle: "Paper Knights",
    gameUrl: "https://www.roblox.com/games/1103/Paper-Knights",
    description: "Fold a hero, fight a friend. Quick duels on a school desk.",
    targetAudience: "Fighting and anime fans",
    tags: ["Fighting", "Anime"],
    hashtags: ["#PaperKnights"],
    conversionTips: "Film one whole duel; they last twenty seconds.",
    dollarsPerThousand: 2,
  },
  {
    gameTitle: "Tower of Tides",
    gameUrl: "https://www.roblox.com/games/1101/Tower-of-Tides",
    description: "An obby that floods from below. Forty stages, one rising sea, no checkpoints.",
    targetAudience: "Players who like a hard climb, 10 and older",
    tags: ["Obby", "Adventure"],
    hashtags: ["#TowerOfTides", "#Obby", "#RobloxGame"],
    conversionTips: "Show the moment when the water reaches stage 30.",
    dollarsPerThousand: 1.5,
  },
  {
    gameTitle: "Night Market Tycoon",
    gameUrl: "https://www.roblox.com/games/1102/Night-Market-Tycoon",
    description: "Start with one noodle stall and end with the street. Trade, cook, decorate.",
    targetAudience: "Tycoon and simulator players",
    tags: ["Tycoon", "Simulator"],
    hashtags: ["#NightMarket", "#Tycoon"],
    conversionTips: "A before-and-after of the street works best.",
    dollarsPerThousand: 2.5,
  },
];

/** The budget that the wizard suggests: ten thousand clicks. */
const CLICKS = 10_000;
const DAY_MS = 86_400_000;

/**
 * Launches the demo's campaigns that do not exist yet. Those that the wallet cannot pay for await
 * funds.
 */
export async function launchCampaigns({ api }: Client): Promise<void> {
  const { data: own } = await readBody(await api.campaigns["my-campaigns"].$get({ query: {} }));
  const known = new Set(own.map((campaign) => campaign.gameTitle));
  for (const game of games.filter(({ gameTitle }) => !known.has(gameTitle))) {
    await readBody(await api.campaigns.$post({ json: toCampaign(game) }));
  }
}

/** Returns the total budget of all demo campaigns in cents. */
export function neededCents(): number {
  return games.reduce((sum, game) => sum + Math.round(budgetDollars(game) * 100), 0);
}

function budgetDollars({ dollarsPerThousand }: Game): number {
  return (dollarsPerThousand * CLICKS) / 1_000;
}

function toCampaign({ dollarsPerThousand, ...game }: Game): CreateCampaignInput {
  return {
    ...game,
    payoutPerClick: dollarsPerThousand / 1_000,
    budget: budgetDollars({ ...game, dollarsPerThousand }),
    startDate: new Date().toISOString(),
    endDate: new Date(Date.now() + 30 * DAY_MS).toISOString(),
  };
}
