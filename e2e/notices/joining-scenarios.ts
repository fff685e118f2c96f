import { randomUUID } from "node:crypto";
import { parseChannel } from "@fairclick/core/accounts/channels";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import {
  addChannel,
  checkChannel,
  revokeChannel,
  verifyChannel,
} from "@fairclick/services/accounts/channels";
import { acceptRequest, refuseRequest, requestToJoin } from "@fairclick/services/campaigns/join";
import type { FetchPage } from "@fairclick/services/outgoing";
import { addCampaign } from "@fairclick/services/testing/marketplace";
import type { NoticeWorld, Scenarios } from "./notice-world";

const act = { reason: "a test", dryRun: false };
const limits = { take: async () => {} };

function newChannel() {
  const channel = parseChannel(`https://${randomUUID()}.example/`);
  if (!channel) throw new Error("This is no channel");
  return channel;
}

/** A page with this text as its description. */
const showing =
  (text: string): FetchPage =>
  async () =>
    `<html><head><meta name="description" content="${text}"></head></html>`;

/** Adds a channel to a new account; `prove` checks a page with its code. */
async function added({ as, somebody }: NoticeWorld, channel = newChannel()) {
  const { id: to } = await somebody();
  const { id, code } = await addChannel(as(to), channel);
  const prove = () => checkChannel(as(to), id, { limits, fetchPage: showing(code) });
  return { to, id, channel, prove };
}

async function proved(world: NoticeWorld) {
  const claim = await added(world);
  await claim.prove();
  return claim;
}

async function requested(world: NoticeWorld) {
  const campaign = await addCampaign(world.app.db);
  await world.app.owner`update campaigns set join_rule = 'approval' where id = ${campaign.id}`;
  const { id: creatorId } = await world.somebody();
  const campaignId = asId<CampaignId>(campaign.id);
  const developerId = asId<UserId>(campaign.developerId);
  const message = { campaignId, message: "I make obbies." };
  const request = () => requestToJoin(world.as(creatorId), message, { limits });
  return { key: { campaignId, creatorId }, developerId, request };
}

export const joiningScenarios: Scenarios = {
  "channel.changed verified": async ({ somebody, operator }) => {
    const { id: to } = await somebody();
    const channel = newChannel();
    return { to, change: () => verifyChannel(operator, { ...act, user: to, channel }) };
  },
  "channel.changed taken_over": async (world) => {
    const { to, channel } = await proved(world);
    const second = await added(world, channel);
    return { to, change: second.prove };
  },
  "channel.changed revoked": async (world) => {
    const { to, channel } = await proved(world);
    return { to, change: () => revokeChannel(world.operator, { ...act, user: to, channel }) };
  },
  "campaign.joined requested": async (world) => {
    const { developerId, request } = await requested(world);
    return { to: developerId, change: request };
  },
  "join.answered accepted": async (world) => {
    const { key, developerId, request } = await requested(world);
    await request();
    return { to: key.creatorId, change: () => acceptRequest(world.as(developerId), key) };
  },
  "join.answered refused": async (world) => {
    const { key, developerId, request } = await requested(world);
    await request();
    const answer = { ...key, reason: "Not our players." };
    return { to: key.creatorId, change: () => refuseRequest(world.as(developerId), answer) };
  },
};
