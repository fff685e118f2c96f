import type { Client } from "@fairclick/api/client";
import { addFunds } from "./add-funds";
import { launchCampaigns, neededCents } from "./campaigns";
import { type Games, openGames } from "./games";
import { demoPeople } from "./people";
import { readBody } from "./read-body";
import { signIn } from "./sign-in";
import { sendFirstVisitors } from "./traffic";

/** Money left in the developer's wallet to play with. */
const SPARE_CENTS = 4_000;
/** The creator joins this many campaigns; the last one is left for the user to join. */
const JOINED = 2;

export type Demo = { creator: Client; games: Games; isNew: boolean };

/**
 * Fills the marketplace through its own API. If the data folder is already filled, only the games'
 * keys are renewed.
 */
export async function fillDemo(origin: string, canPay: boolean): Promise<Demo> {
  const developer = await signIn(origin, demoPeople.developer);
  const creator = await signIn(origin, demoPeople.creator);
  const { data: joined } = await readBody(await creator.api.campaigns.joined.$get({ query: {} }));
  if (joined.length > 0) {
    return { creator, games: await openGames(origin, developer), isNew: false };
  }

  const { transactions } = await readBody(
    await developer.api.wallet.transactions.$get({ query: {} }),
  );
  if (canPay && transactions.length === 0) {
    await addFunds(developer, neededCents() + SPARE_CENTS);
  }
  await launchCampaigns(developer);
  const { data: joinable } = await readBody(await creator.api.campaigns.$get({ query: {} }));
  for (const { _id: id } of joinable.slice(0, JOINED)) {
    await readBody(await creator.api.campaigns.join[":id"].$post({ param: { id } }));
  }
  const games = await openGames(origin, developer);
  await sendFirstVisitors(creator, games);
  return { creator, games, isNew: true };
}
