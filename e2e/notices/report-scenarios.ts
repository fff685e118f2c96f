import { randomUUID } from "node:crypto";
import {
  confirmReport,
  dismissReport,
  type LinkReport,
  reportLink,
} from "@fairclick/services/campaigns/reports";
import type { NoticeWorld, Scenarios } from "./notice-world";

const act = { reason: "a test", dryRun: false };
const confirmation = { ...act, wholeHost: false };
const terms = { trustedHosts: [] };

async function reportable({ joined, system }: NoticeWorld) {
  const gameUrl = `https://${randomUUID()}.example/play`;
  const { code, developerId } = await joined({ gameUrl });
  const link = { code };
  const report: LinkReport = {
    link,
    reason: "scam",
    text: "It asks for passwords",
    ip: "203.0.113.7",
  };
  const change = () => reportLink(system, report);
  return { gameUrl, developerId, change };
}

async function reported(world: NoticeWorld) {
  const { gameUrl, developerId, change } = await reportable(world);
  await change();
  const [address] = await world.app.owner<{ id: string }[]>`
    select id from reported_addresses where address like ${`%${new URL(gameUrl).host}%`}`;
  return { to: developerId, id: address?.id ?? "" };
}

export const reportScenarios: Scenarios = {
  "campaign.decided blocked": async (world) => {
    const { to, id } = await reported(world);
    return { to, change: () => confirmReport(world.operator, { ...confirmation, id }, terms) };
  },
  "campaign.decided unblocked": async (world) => {
    const { to, id } = await reported(world);
    await confirmReport(world.operator, { ...confirmation, id }, terms);
    return { to, change: () => dismissReport(world.operator, { ...act, id }) };
  },
};
