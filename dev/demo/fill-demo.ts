import type { Client } from "@fairclick/api/client";
import { addFunds } from "./add-funds";
import { read } from "./answer";
import { launchCampaigns, neededCents } from "./campaigns";
import { type Games, openGames } from "./games";
import { demoPeople } from "./people";
import { signIn } from "./sign-in";
import { sendFirstVisitors } from "./traffic";

/** What stays in the developer's wallet to play with. */
const POCKET_MONEY_CENTS = 4_000;
/** One campaign is left for whoever looks around to join. */
const JOINED = 2;

export type Demo = { creator: Client; games: Games; isNew: boolean };

/**
 * Brings the marketplace to life through its own API. On a data folder that has been filled before,
 * it changes nothing but the games' keys.
 */
export async function fillDemo(origin: string, canPay: boolean): Promise<Demo> {
  const developer = await signIn(origin, demoPeople.developer);
  const creator = await signIn(origin, demoPeople.creator);
  const { data: joined } = await read(await creator.api.campaigns.joined.$get({ query: {} }));
  if (joined.length > 0) {
    return { creator, games: await openGames(origin, developer), isNew: false };
  }

  const { transactions } = await read(await developer.api.wallet.transactions.$get({ query: {} }));
  if (canPay && transactions.length === 0) {
    await addFunds(developer, neededCents() + POCKET_MONEY_CENTS);
  }
  await launchCampaigns(developer);
  const { data: joinable } = await read(await creator.api.campaigns.$get({ query: {} }));
  for (const { _id: id } of joinable.slice(0, JOINED)) {
    await read(await creator.api.campaigns.join[":id"].$post({ param: { id } }));
  }
  const games = await openGames(origin, developer);
  await sendFirstVisitors(creator, games);
  return { creator, games, isNew: true };
}
