import { randomUUID } from "node:crypto";
import { FINDING_DAYS } from "@fairclick/core/clicks/findings";
import { asId, type CampaignId, type CampaignKeyId } from "@fairclick/core/ids";
import { decideClicks } from "@fairclick/services/clicks/decide-clicks";
import { decideFinding, finishFindings } from "@fairclick/services/clicks/findings";
import { judgeAllLinks, judgeCreatorLinks } from "@fairclick/services/clicks/judge-links";
import { countPlayers, reportConversions } from "@fairclick/services/conversions/conversions";
import type { PaymentsCtx } from "@fairclick/services/money/stripe";
import { askForGame, tellOfOpenGames } from "@fairclick/services/notices/notices";
import { decideCase } from "@fairclick/services/operations/cases";
import { addFinding } from "@fairclick/services/testing/counted-clicks";
import type { Joined, NoticeWorld, Scenarios } from "./notice-world";

const act = { reason: "a test", dryRun: false };
const finding = { ...act, limitMicros: null };
const answer = { state: "declined", category: "other" } as const;
const decline = { ...finding, ...answer, trustedHosts: [] };
const suspicious = { signals: [{ signal: "vpn" as const, evidence: {} }] };

async function reversible({ joined, visit, settle, operator }: NoticeWorld) {
  const link = await joined();
  await visit(link, 2);
  await settle();
  const clicks = { group: { campaignId: link.id } };
  const decision = { ...act, clicks, action: "reverse", category: "mistake" } as const;
  return { ...link, change: () => decideClicks(operator, decision) };
}

async function found({ app, joined, system }: NoticeWorld, link?: Joined) {
  const { id: campaignId, creatorId: to } = link ?? (await joined());
  const [id, at] = [randomUUID(), system.now()];
  await addFinding(app.db, { ...{ id, campaignId, creatorId: to, fromAt: at, at } });
  return { to, id };
}

type Played = { campaignId: CampaignId; clickIds: string[]; at: Date };

/** Reports a player for each click, as the campaign's game does. */
async function play(system: PaymentsCtx, { campaignId, clickIds, at }: Played) {
  const joinedAt = new Date(at.getTime() + 60_000).toISOString();
  const keyId = asId<CampaignKeyId>(randomUUID());
  await reportConversions(
    { ...system, actor: { kind: "campaign", campaignId, keyId } },
    clickIds.map((clickId) => ({ clickId, event: "joined", player: clickId, at: joinedAt })),
  );
  await countPlayers(system);
}

export const clickScenarios: Scenarios = {
  "creator.started game_opened": async ({ as, joined, somebody, system }) => {
    await joined();
    const { id: to } = await somebody();
    await askForGame(as(to));
    return { to, change: () => tellOfOpenGames(system) };
  },
  "creator.started first_paid": async ({ joined, visit, settle }) => {
    const link = await joined();
    await visit(link, 1);
    return { to: link.creatorId, change: settle };
  },
  "clicks.held": async ({ joined, visit, settle }) => {
    const link = await joined();
    await visit(link, 3, suspicious);
    return { to: link.creatorId, change: settle };
  },
  "clicks.decided": async ({ joined, visit, settle, operator }) => {
    const link = await joined();
    await visit(link, 3, suspicious);
    await settle();
    const clicks = { group: { campaignId: link.id } };
    const change = () => decideClicks(operator, { ...act, clicks, action: "approve" });
    return { to: link.creatorId, change };
  },
  "clicks.reversed": async (world) => {
    const { creatorId: to, change } = await reversible(world);
    return { to, change };
  },
  "clicks.returned": async (world) => {
    const { developerId: to, change } = await reversible(world);
    return { to, change };
  },
  "case.answered appeal": async ({ app, joined, operator, system }) => {
    const { id: campaignId, creatorId: to } = await joined();
    const id = randomUUID();
    const about = { day: "2026-01-05", reason: "vpn" };
    await app.owner`
      insert into cases (id, kind, campaign_id, user_id, text, micros, about, opened_at)
      values (${id}, 'appeals', ${campaignId}, ${to}, 'They were people.', 1500,
        ${app.owner.json(about)}, ${system.now()})`;
    return { to, change: () => decideCase(operator, { ...decline, id }) };
  },
  "case.answered objection": async ({ app, joined, operator, system }) => {
    const { id: campaignId, developerId: to } = await joined();
    const id = randomUUID();
    await app.owner`
      insert into cases (id, kind, campaign_id, user_id, text, micros, opened_at)
      values (${id}, 'objections', ${campaignId}, ${to}, 'They were programs.', 1500, ${system.now()})`;
    return { to, change: () => decideCase(operator, { ...decline, id }) };
  },
  "link.reviewed open": async ({ joined, visit, settle, system }) => {
    const link = await joined();
    const at = new Date(system.now().getTime() - 2 * 3_600_000);
    for (let other = 0; other < 4; other += 1) {
      const { creatorId } = await joined();
      const ids = await visit({ ...link, creatorId }, 200, { at });
      await settle();
      await play(system, { campaignId: link.id, at, clickIds: ids.slice(0, 50) });
    }
    await visit(link, 300, { at });
    await settle();
    return { to: link.creatorId, change: () => judgeAllLinks(system) };
  },
  "link.reviewed explained": async (world) => {
    const link = await world.joined();
    await world.visit(link, 2);
    await world.settle();
    const { to } = await found(world, link);
    return { to, change: () => judgeCreatorLinks(world.system, to) };
  },
  "link.reviewed cleared": async (world) => {
    const { to, id } = await found(world);
    return {
      to,
      change: () => decideFinding(world.operator, { ...finding, id, state: "cleared" }),
    };
  },
  "link.reviewed confirmed": async (world) => {
    const { to, id } = await found(world);
    const decided = { ...finding, id, state: "confirmed" } as const;
    return { to, change: () => decideFinding(world.operator, decided) };
  },
  "link.reviewed lapsed": async (world) => {
    const { to } = await found(world);
    const days = (FINDING_DAYS + 1) * 86_400_000;
    const now = () => new Date(world.system.now().getTime() + days);
    return { to, change: () => finishFindings({ ...world.system, now }) };
  },
};
