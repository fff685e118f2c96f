import { type Client, createClient } from "@fairclick/api/client";
import { read } from "./answer";

/** The servers behind the demo's games. */
export type Games = {
  /** A visitor was sent there; whoever really starts the game brings the click's id along. */
  visit: (campaignId: string, location: string) => void;
  /** Reports who has arrived since the last time. */
  report: () => Promise<void>;
};

const KEY_NAME = "Demo game server";
const STARTING_SHARE = 0.4;
const BUYING_SHARE = 0.1;
const PURCHASE = "purchase";

/** Sets every campaign of the developer up to be reported to; a key that an earlier demo had ends. */
export async function openGames(origin: string, developer: Client): Promise<Games> {
  const { data: campaigns } = await read(
    await developer.api.campaigns["my-campaigns"].$get({ query: {} }),
  );
  const servers = new Map<string, Client>();
  for (const { _id: id } of campaigns) {
    const token = await makeKey(developer, id);
    servers.set(id, createClient(origin, { token: () => token }));
  }
  const arrived = new Map<string, Report[]>();
  return {
    visit: (campaignId, location) => {
      const clickId = new URL(location).searchParams.get("launchData");
      if (!clickId || Math.random() > STARTING_SHARE) return;
      const reports: Report[] = [{ clickId, event: "joined" }];
      if (Math.random() < BUYING_SHARE) reports.push({ clickId, event: PURCHASE, value: 0.99 });
      arrived.set(campaignId, [...(arrived.get(campaignId) ?? []), ...reports]);
    },
    report: async () => {
      for (const [campaignId, reports] of arrived) {
        arrived.delete(campaignId);
        await servers.get(campaignId)?.api.conversions.$post({ json: reports });
      }
    },
  };
}

type Report = { clickId: string; event: string; value?: number };

async function makeKey({ api }: Client, id: string): Promise<string> {
  const { keys, events } = api.campaigns[":id"];
  const { data: known } = await read(await keys.$get({ param: { id } }));
  for (const key of known.filter(({ name }) => name === KEY_NAME)) {
    await read(await keys[":keyId"].$delete({ param: { id, keyId: key.id } }));
  }
  await read(await events.$put({ param: { id }, json: { own: [PURCHASE], conversion: "joined" } }));
  const { data } = await read(await keys.$post({ param: { id }, json: { name: KEY_NAME } }));
  return data.token;
}
