import { formatExactDollars } from "@fairclick/core/amounts";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { linksChanged } from "@fairclick/core/notices/campaign-notices";
import { findUserById, type OperatedUser } from "@fairclick/sql/accounts/operated-users";
import {
  countLinksOfCreator,
  type DisabledBy,
  type LinkKey,
  type LockedLinkOfCreator,
  listStopTimes,
  lockLinksOfCreator,
  updateLinkDisabled,
  updateLinksDisabled,
} from "@fairclick/sql/campaigns/links";
import { lockLinkByCode } from "@fairclick/sql/campaigns/operated";
import type { Tx } from "@fairclick/sql/db/client";
import { parseUser, userNotFound } from "../accounts/users";
import { makeChange, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { linkNotFoundByCode, readLastDay } from "./links";
import { nameCampaign } from "./notify-unpaid";

/** Most links that one call stops or starts. */
export const MAX_LINKS_AT_ONCE = 200;
const STOPPED = "creator.disable_links";

type Input = ChangeInput & { user: string };

/**
 * Disables all live links of a creator, at most 200. Links that a developer disabled are left alone, so
 * that `enableLinksOfCreator` restores exactly what was there. `liveLinks` says how many are left.
 */
export async function disableLinksOfCreator(
  ctx: Ctx,
  { user, ...input }: Input,
): Promise<OperatorChange> {
  return makeChange(ctx, input, async (tx) => {
    const creator = await findCreator(tx, user);
    const selected = { creatorId: creator.id, disabledAt: null };
    const links = await lockLinksOfCreator(tx, { ...selected, limit: MAX_LINKS_AT_ONCE });
    if (links.length === 0) {
      throw new AppError("conflict", `${creator.username} has no live link.`);
    }
    const liveLinks = await countLinksOfCreator(tx, selected);
    const at = ctx.now();
    const facts = {
      creator: creator.username,
      ...(await describeLastDay(tx, { creator, links, at })),
    };
    return {
      action: STOPPED,
      subject: `user:${creator.id}`,
      counted: links.map(({ code }) => code),
      before: { ...facts, liveLinks, disabledAt: null },
      after: { ...facts, liveLinks: liveLinks - links.length, disabledAt: at.toISOString() },
      apply: () =>
        changeLinks(tx, ctx, {
          ...{ creatorId: creator.id, links, reason: input.reason },
          ...{ was: null, disabledAt: at, disabledBy: "operator" },
        }),
    };
  });
}

/**
 * Enables the links that `disableLinksOfCreator` disabled and nobody has changed since, at most 200.
 * Links that were disabled one by one stay disabled.
 */
export async function enableLinksOfCreator(
  ctx: Ctx,
  { user, ...input }: Input,
): Promise<OperatorChange> {
  return makeChange(ctx, input, async (tx) => {
    const creator = await findCreator(tx, user);
    const subject = `user:${creator.id}`;
    const disabledAt = await listStopTimes(tx, { subject, action: STOPPED });
    const selected = { creatorId: creator.id, disabledAt };
    const links = await lockLinksOfCreator(tx, { ...selected, limit: MAX_LINKS_AT_ONCE });
    if (links.length === 0) {
      throw new AppError(
        "conflict",
        `${creator.username} has no link that was disabled together with the others.`,
      );
    }
    const stoppedLinks = await countLinksOfCreator(tx, selected);
    const facts = { creator: creator.username };
    return {
      action: "creator.enable_links",
      subject,
      counted: links.map(({ code }) => code),
      before: { ...facts, stoppedLinks },
      after: { ...facts, stoppedLinks: stoppedLinks - links.length },
      apply: () =>
        changeLinks(tx, ctx, {
          ...{ creatorId: creator.id, links, reason: input.reason },
          ...{ was: "operator", disabledAt: null, disabledBy: null },
        }),
    };
  });
}

async function findCreator(tx: Tx, user: string): Promise<OperatedUser> {
  const creator = await findUserById(tx, await parseUser(tx, user));
  if (!creator) throw userNotFound(user);
  return creator;
}

type Stopping = { creator: OperatedUser; links: readonly LockedLinkOfCreator[]; at: Date };

async function describeLastDay(tx: Tx, { creator, links, at }: Stopping) {
  const campaignIds = links.map(({ campaignId }) => campaignId);
  const scope = { creatorIds: [creator.id], campaignIds };
  const { clicks, paidMicros } = await readLastDay(tx, { scope, at });
  return { clicksOfLastDay: clicks, paidOfLastDay: formatExactDollars(paidMicros) };
}

type LinksChange = {
  creatorId: UserId;
  links: readonly LockedLinkOfCreator[];
  reason: string;
  was: DisabledBy | null;
  disabledAt: Date | null;
  disabledBy: DisabledBy | null;
};

/** Changes locked links, with an audit row for each, and notifies their creator. */
async function changeLinks(
  tx: Tx,
  ctx: Ctx,
  { creatorId, links, reason, was, disabledAt, disabledBy }: LinksChange,
): Promise<void> {
  const campaignIds = links.map(({ campaignId }) => campaignId);
  await updateLinksDisabled(tx, { creatorId, campaignIds, disabledAt, disabledBy });
  for (const { campaignId, code } of links) {
    await writeAudit(tx, ctx, {
      action: disabledBy === null ? "link.enable" : "link.disable",
      subject: linkSubject({ campaignId, creatorId }),
      before: { code, disabledBy: was },
      after: { code, disabledBy },
      reason,
    });
  }
  const named = links.map(({ campaignId, campaignName: name }) => ({ campaignId, name }));
  await notify(tx, ctx, linksChanged, {
    to: [creatorId],
    data:
      disabledBy === null
        ? { state: "enabled", links: named }
        : { state: "stopped", by: disabledBy, links: named },
  });
}

type OneLink = ChangeInput & { code: string };

/** Disables a creator's link: visitors get 410, and its developer cannot enable it again. */
export async function disableLink(ctx: Ctx, { code, ...input }: OneLink): Promise<OperatorChange> {
  return makeChange(ctx, input, async (tx) => {
    const link = await getLocked(tx, code);
    if (link.disabledBy === "operator") {
      throw new AppError("conflict", `The link ${code} is disabled already.`);
    }
    return {
      action: "link.disable",
      subject: linkSubject(link),
      before: { code, disabledBy: link.disabledBy },
      after: { code, disabledBy: "operator" },
      apply: async () => {
        await updateLinkDisabled(tx, { ...link, disabledAt: ctx.now(), disabledBy: "operator" });
        const links = [await nameCampaign(tx, link.campaignId)];
        const data = { state: "stopped", by: "operator", links } as const;
        await notify(tx, ctx, linksChanged, { to: [link.creatorId], data });
      },
    };
  });
}

/**
 * Enables a link that an operator disabled. A link that its developer disabled can only be enabled
 * by the developer.
 */
export async function enableLink(ctx: Ctx, { code, ...input }: OneLink): Promise<OperatorChange> {
  return makeChange(ctx, input, async (tx) => {
    const link = await getLocked(tx, code);
    if (link.disabledBy !== "operator") {
      const why = link.disabledBy ? "was disabled by its developer" : "is not disabled";
      throw new AppError("conflict", `The link ${code} ${why}.`);
    }
    return {
      action: "link.enable",
      subject: linkSubject(link),
      before: { code, disabledBy: link.disabledBy },
      after: { code, disabledBy: null },
      apply: async () => {
        await updateLinkDisabled(tx, { ...link, disabledAt: null, disabledBy: null });
        const links = [await nameCampaign(tx, link.campaignId)];
        const data = { state: "enabled", links } as const;
        await notify(tx, ctx, linksChanged, { to: [link.creatorId], data });
      },
    };
  });
}

async function getLocked(tx: Tx, code: string) {
  const link = await lockLinkByCode(tx, code);
  if (!link) throw linkNotFoundByCode(code);
  return link;
}

function linkSubject({ campaignId, creatorId }: LinkKey): string {
  return `link:${campaignId}:${creatorId}`;
}
