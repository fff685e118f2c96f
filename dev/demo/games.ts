import { type Client, createClient } from "@fairclick/api/client";
import { parseRobloxLink } from "@fairclick/core/campaigns/destination";
import { readBody } from "./read-body";

/** The demo's game servers. */
export type Games = {
  /** Records a visitor who was redirected to the game. Some of them start it with the click id. */
  visit: (campaignId: string, location: string) => void;
  /** Reports the players who arrived since the last call. */
  report: () => Promise<void>;
};

const KEY_NAME = "Demo game server";
const STARTING_SHARE = 0.4;
const BUYING_SHARE = 0.1;
const PURCHASE = "purchase";

/**
 * Creates a conversion key for every campaign of the developer, and revokes the keys of an earlier
 * demo.
 */
export async function openGames(origin: string, developer: Client): Promise<Games> {
  const { data: campaigns } = await readBody(
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
      const link = parseRobloxLink(location);
      const clickId = link?.form === "place" ? link.launchData : null;
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
  const { data: known } = await readBody(await keys.$get({ param: { id } }));
  for (const key of known.filter(({ name }) => name === KEY_NAME)) {
    await readBody(await keys[":keyId"].$delete({ param: { id, keyId: key.id } }));
  }
  await readBody(
    await events.$put({ param: { id }, json: { own: [PURCHASE], conversion: "joined" } }),
  );
  const { data } = await readBody(await keys.$post({ param: { id }, json: { name: KEY_NAME } }));
  return data.token;
}
