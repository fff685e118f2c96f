import { randomUUID } from "node:crypto";
import type { Channel } from "@fairclick/core/accounts/channels/channel";
import {
  revokeChannel,
  verifyChannel,
} from "@fairclick/services/accounts/channels/operate-channels";
import { recheckChannels } from "@fairclick/services/accounts/channels/recheck-channels";
import type { NoticeWorld, Scenarios } from "./notice-world";

const act = { reason: "a test", dryRun: false };
const DAY_MS = 86_400_000;

function newChannel(): Channel {
  const name = `@c${randomUUID().slice(0, 8)}`;
  return { platform: "youtube", name, url: `https://www.youtube.com/${name}` };
}

/** A channel that its code proved long ago, and whose page is gone. */
async function proved({ app, somebody, system }: NoticeWorld) {
  const { id: to } = await somebody();
  const { platform, name, url } = newChannel();
  const at = (days: number) => new Date(system.now().getTime() - days * DAY_MS);
  await app.owner`
    insert into creator_channels (id, user_id, platform, name, url, code, created_at, verified_at,
      verified_by, proved_at, next_check_at)
    values (${randomUUID()}, ${to}, ${platform}, ${name}, ${url}, ${randomUUID()}, ${at(60)}, ${at(60)},
      'code', ${at(60)}, ${at(1)})`;
  const recheck = () => recheckChannels(system, async () => null);
  return { to, name, at, recheck };
}

export const channelScenarios: Scenarios = {
  "channel.verified": async ({ somebody, operator }) => {
    const { id: to } = await somebody();
    const input = { ...act, user: to, channel: newChannel() };
    return { to, change: () => verifyChannel(operator, input) };
  },
  "channel.revoked": async ({ somebody, operator }) => {
    const { id: to } = await somebody();
    const input = { ...act, user: to, channel: newChannel() };
    await verifyChannel(operator, input);
    return { to, change: () => revokeChannel(operator, input) };
  },
  "channel.code_missing": async (world) => {
    const { to, recheck } = await proved(world);
    return { to, change: recheck };
  },
  "channel.lost": async (world) => {
    const { to, name, at, recheck } = await proved(world);
    await world.app.owner`
      update creator_channels set missing_at = ${at(30)} where name = ${name}`;
    return { to, change: recheck };
  },
};
