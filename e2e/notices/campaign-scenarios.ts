import { randomUUID } from "node:crypto";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { fundCampaign } from "@fairclick/services/campaigns/budget";
import { removeCover } from "@fairclick/services/campaigns/covers";
import {
  changePrice,
  editCampaign,
  withdrawPrice,
} from "@fairclick/services/campaigns/edit-campaign";
import { joinCampaign } from "@fairclick/services/campaigns/join";
import { disableLink, enableLink } from "@fairclick/services/campaigns/links";
import {
  disableCampaign,
  endCampaign,
  pauseCampaign,
  resumeCampaign,
} from "@fairclick/services/campaigns/stop-campaign";
import { decideCase } from "@fairclick/services/operations/cases";
import { addCampaign } from "@fairclick/services/testing/marketplace";
import type { NoticeWorld, Scenarios } from "./notice-world";

const noStore = { write: async () => {}, read: async () => null, remove: async () => {} };
const act = { reason: "a test", dryRun: false };
const terms = { trustedHosts: [] };
const site = { appUrl: "https://app.test", trackingUrl: "https://track.test" };
const caseTerms = { ...act, ...terms, limitMicros: null, category: "other" } as const;
const small = { payoutMicros: 100n, budgetMicros: 1_000n };

async function unfunded({ app, as }: NoticeWorld) {
  const campaign = await addCampaign(app.db, { funded: false });
  const id = asId<CampaignId>(campaign.id);
  const developerId = asId<UserId>(campaign.developerId);
  return { id, developerId, fund: () => fundCampaign(as(developerId), id, terms) };
}

async function waiting(world: NoticeWorld) {
  const { id: campaignId, developerId: to, fund } = await unfunded(world);
  await fund();
  const [waits] = await world.app.owner<{ id: string }[]>`
    select id from cases where campaign_id = ${campaignId}`;
  return { to, decision: { ...caseTerms, id: waits?.id ?? "" } };
}

const review = {
  subject: "game_url",
  gameUrl: "https://other.example",
  reasons: ["new_host"],
};

async function waitingAddress({ app, joined, system }: NoticeWorld) {
  const { id: campaignId, developerId: to } = await joined();
  const id = randomUUID();
  await app.owner`
    insert into cases (id, kind, campaign_id, user_id, text, about, opened_at)
    values (${id}, 'reviews', ${campaignId}, ${to}, '', ${app.owner.json(review)}, ${system.now()})`;
  return { to, decision: { ...caseTerms, id } };
}

async function joinedLink({ app, joined }: NoticeWorld) {
  const { creatorId: to } = await joined();
  const [link] = await app.owner<{ code: string }[]>`
    select code from links where creator_id = ${to}`;
  return { to, link: { ...act, code: link?.code ?? "" } };
}

export const campaignScenarios: Scenarios = {
  "campaign.budget_low some": async ({ joined, visit, settle }) => {
    const link = await joined(small);
    await visit(link, 9);
    return { to: link.developerId, change: settle };
  },
  "campaign.budget_low nothing": async ({ joined, visit, settle }) => {
    const link = await joined(small);
    await visit(link, 12);
    return { to: link.developerId, change: settle };
  },
  "campaign.ended": async ({ joined, as }) => {
    const { id, developerId, creatorId: to } = await joined();
    return { to, change: () => endCampaign(as(developerId), id) };
  },
  "campaign.joined joined": async ({ app, somebody, as }) => {
    const campaign = await addCampaign(app.db);
    const creator = await somebody();
    const change = () => joinCampaign(as(creator.id), asId<CampaignId>(campaign.id));
    return { to: asId<UserId>(campaign.developerId), change };
  },
  "campaign.decided paused": async ({ joined, operator }) => {
    const { id, developerId: to } = await joined();
    return { to, change: () => pauseCampaign(operator, { ...act, id }) };
  },
  "campaign.decided disabled": async ({ joined, operator }) => {
    const { id, developerId: to } = await joined();
    return { to, change: () => disableCampaign(operator, { ...act, id }) };
  },
  "campaign.decided address_approved": async (world) => {
    const { to, decision } = await waitingAddress(world);
    return { to, change: () => decideCase(world.operator, { ...decision, state: "accepted" }) };
  },
  "campaign.decided address_rejected": async (world) => {
    const { to, decision } = await waitingAddress(world);
    return { to, change: () => decideCase(world.operator, { ...decision, state: "declined" }) };
  },
  "campaign.decided cover_removed": async ({ app, joined, operator }) => {
    const { id, developerId: to } = await joined();
    await app.owner`
      with cover as (insert into covers (hash, created_at, stored_at)
        values (${"c".repeat(64)}, now(), now()) returning hash)
      update campaigns set cover_hash = ${"c".repeat(64)} from cover where id = ${id}`;
    return { to, change: () => removeCover(operator, { ...act, id }, noStore) };
  },
  "campaign.decided resumed": async ({ joined, operator }) => {
    const { id, developerId: to } = await joined();
    await pauseCampaign(operator, { ...act, id });
    return { to, change: () => resumeCampaign(operator, { ...act, id }) };
  },
  "campaign.changed price": async ({ joined, as }) => {
    const { id, developerId, creatorId: to } = await joined();
    const change = () => changePrice(as(developerId), { id, payoutPerClick: 2_000n });
    return { to, change, repeats: true };
  },
  "campaign.changed limits": async ({ joined, as }) => {
    const { id, developerId, creatorId: to } = await joined();
    const edit = { limits: { creatorCap: 1_000_000n } };
    return { to, change: () => editCampaign(as(developerId), { id, edit }, { ...site, ...terms }) };
  },
  "campaign.changed unpaid": async ({ joined, operator }) => {
    const { id, creatorId: to } = await joined();
    return { to, change: () => pauseCampaign(operator, { ...act, id }) };
  },
  "campaign.changed paid_again": async ({ joined, operator }) => {
    const { id, creatorId: to } = await joined();
    await pauseCampaign(operator, { ...act, id });
    return { to, change: () => resumeCampaign(operator, { ...act, id }) };
  },
  "campaign.changed price_withdrawn": async ({ joined, as }) => {
    const { id, developerId, creatorId: to } = await joined();
    await changePrice(as(developerId), { id, payoutPerClick: 1_000n });
    return { to, change: () => withdrawPrice(as(developerId), id) };
  },
  "campaign.decided approved": async (world) => {
    const { to, decision } = await waiting(world);
    return { to, change: () => decideCase(world.operator, { ...decision, state: "accepted" }) };
  },
  "campaign.decided rejected": async (world) => {
    const { to, decision } = await waiting(world);
    return { to, change: () => decideCase(world.operator, { ...decision, state: "declined" }) };
  },
  "link.changed stopped": async (world) => {
    const { to, link } = await joinedLink(world);
    return { to, change: () => disableLink(world.operator, link) };
  },
  "link.changed enabled": async (world) => {
    const { to, link } = await joinedLink(world);
    await disableLink(world.operator, link);
    return { to, change: () => enableLink(world.operator, link) };
  },
};
