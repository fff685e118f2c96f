import type { ClickRules } from "@fairclick/core/campaigns/campaign-input";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { appealableSince } from "@fairclick/core/clicks/appeals";
import { MAX_LINK_FINDINGS } from "@fairclick/core/clicks/operated";
import { AppError } from "@fairclick/core/errors";
import {
  asId,
  type CampaignId,
  MAX_LINK_NAMES,
  MAX_LINK_NAMES_ADDED,
  type UserId,
} from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { linkChanged } from "@fairclick/core/notices/campaign-notices";
import { sumPending } from "@fairclick/sql/campaigns/click-counts";
import {
  findLink,
  findLinkNames,
  insertLink,
  type LinkKey,
  type LinkNames,
  type LinkRow,
  listLinksOfCampaign,
  lockLink,
  lockLinkNames,
  updateLinkDisabled,
  updateLinkNames,
} from "@fairclick/sql/campaigns/links";
import {
  findLinkByCode,
  listLinks as listLinkRows,
  lockLinkByCode,
  type OperatedLink,
} from "@fairclick/sql/campaigns/operated";
import {
  type ClickSums,
  countJudged,
  type FigureRow,
  type FigureScope,
  noClicks,
  readFigures,
} from "@fairclick/sql/clicks/figures";
import { listFindings, type OperatedFinding } from "@fairclick/sql/clicks/findings";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { makeCode } from "../accounts/token";
import { parseUser } from "../accounts/users";
import { makeChange, requireUser, writeAudit } from "../changes";
import { type Ctx, type Page, type PageInput, readPage } from "../context";
import { notify } from "../notify";
import { nameCampaign } from "./notify-campaign";
import { getOwnCampaign, linkNotFound, lockOwnCampaign } from "./read-campaigns";

/** Returns the caller's link of a campaign. Throws `not_found`. */
export async function getOwnLink(ctx: Ctx, campaignId: CampaignId): Promise<LinkRow> {
  const link = await findLink(ctx.db.sql, { campaignId, creatorId: requireUser(ctx) });
  if (!link) throw linkNotFound();
  return link;
}

export type LinksOfCampaign = Page<LinkRow> & {
  clickRules: ClickRules;
  /** Clicks of these links by creator and reason, since the day from which creators can appeal. */
  reasons: FigureRow<"creatorId" | "value">[];
};

/** Lists the links of the caller's own campaign, last joined first. */
export async function listLinks(
  ctx: Ctx,
  { campaignId, ...input }: PageInput & { campaignId: CampaignId },
): Promise<LinksOfCampaign> {
  const { clickRules } = await getOwnCampaign(ctx, campaignId);
  const cursor = input.cursor ? asId<UserId>(input.cursor) : null;
  const page = await readPage(input, {
    read: (limit) => listLinksOfCampaign(ctx.db.sql, { campaignId, limit, cursor }),
    toCursor: (link) => link.creatorId,
  });
  const reasons = await readFigures(ctx.db.sql, {
    scope: {
      creatorIds: page.items.map(({ creatorId }) => creatorId),
      campaignIds: [campaignId],
    },
    by: ["creatorId", "value"],
    dimensions: ["reason"],
    period: { from: appealableSince(ctx.now()) },
  });
  return { ...page, clickRules, reasons };
}

/** Disables or enables a creator's link of the caller's campaign. Idempotent. */
export async function setLinkDisabled(
  ctx: Ctx,
  { disabled, ...key }: LinkKey & { disabled: boolean },
): Promise<LinkRow> {
  return withTx(ctx.db, async (tx) => {
    const { name } = await lockOwnCampaign(tx, ctx, key.campaignId);
    const before = await lockLink(tx, key);
    if (!before) throw linkNotFound();
    if (before.disabledBy === "operator" && !disabled) {
      throw new AppError("forbidden", t`This link was disabled by Fairclick and stays disabled`);
    }
    const after = disabled ? (before.disabledBy ?? "developer") : null;
    if (after !== before.disabledBy) {
      const disabledAt = after === null ? null : ctx.now();
      await updateLinkDisabled(tx, { ...key, disabledAt, disabledBy: after });
      await writeAudit(tx, ctx, {
        action: disabled ? "link.disable" : "link.enable",
        subject: `link:${key.campaignId}:${key.creatorId}`,
        before: { disabledBy: before.disabledBy },
        after: { disabledBy: after },
      });
      const named = { campaignId: key.campaignId, name };
      await notify(tx, ctx, linkChanged, {
        to: [key.creatorId],
        data: disabled
          ? { state: "stopped", by: "developer", ...named }
          : { state: "enabled", ...named },
      });
    }
    const link = await findLink(tx, key);
    if (!link) throw linkNotFound();
    return link;
  });
}

const CODE_TRIES = 5;

/** Creates a creator's link with a free code. Throws `already_joined` (through `withTx`). */
export async function createLink(tx: Tx, key: LinkKey): Promise<void> {
  for (let attempt = 0; attempt < CODE_TRIES; attempt += 1) {
    if (await insertLink(tx, { ...key, code: makeCode(ALPHABET) })) return;
  }
  throw new Error("No free link code was found");
}

/** Without 0, O, 1, I and l: codes are read aloud and typed. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

const DAY_MS = 86_400_000;

export type LastDay = { clicks: number; paidMicros: bigint };

/** Sums the judged clicks of the 24 hours before a time. */
export async function readLastDay(
  db: Queryable,
  { scope, at }: { scope: FigureScope; at: Date },
): Promise<LastDay> {
  const period = { from: new Date(at.getTime() - DAY_MS) };
  const [sums = noClicks] = await readFigures(db, { scope, by: [], period });
  return { clicks: Number(countJudged(sums)), paidMicros: sums.micros };
}

export type LinkDetails = OperatedLink & {
  heldMicros: bigint;
  pendingMicros: bigint;
  lastDay: LastDay;
  names: NamedLinkView[];
  findings: OperatedFinding[];
};

/** Returns one link with its names, money and findings, for operators. Throws `not_found`. */
export async function getLinkDetails(
  { db: { sql }, now }: Pick<Ctx, "db" | "now">,
  code: string,
): Promise<LinkDetails> {
  const link = await findLinkByCode(sql, code);
  if (!link) throw linkNotFoundByCode(code);
  const { campaignId, creatorId } = link;
  const scope = { campaignId, creatorId };
  const [pendingMicros, lastDay, names, findings] = await Promise.all([
    sumPending(sql, scope),
    readLastDay(sql, { scope, at: now() }),
    readNamedLinks(sql, scope),
    listFindings(sql, { state: null, link, cursor: null, limit: MAX_LINK_FINDINGS }),
  ]);
  return { ...link, pendingMicros, lastDay, names: names ?? [], findings };
}

type Input = PageInput & {
  campaign?: string | undefined;
  creator?: string | undefined;
  disabled: boolean;
};

export async function listAllLinks(
  ctx: Pick<Ctx, "db">,
  { campaign, creator, disabled, ...page }: Input,
): Promise<Page<OperatedLink>> {
  const { sql } = ctx.db;
  const campaignId = campaign ? asId<CampaignId>(campaign) : null;
  const creatorId = creator ? await parseUser(sql, creator) : null;
  return readPage(page, {
    read: (limit) =>
      listLinkRows(sql, { campaignId, creatorId, disabled, limit, cursor: page.cursor ?? null }),
    toCursor: (row) => row.code,
  });
}

export type NamedLinkView = { code: string; name: string; sums: ClickSums; removed: boolean };

/** Lists the names of the caller's link, oldest first, then removed ones that have clicks. */
export async function listNamedLinks(ctx: Ctx, campaignId: CampaignId): Promise<NamedLinkView[]> {
  const links = await readNamedLinks(ctx.db.sql, { campaignId, creatorId: requireUser(ctx) });
  if (!links) throw linkNotFound();
  return links;
}

/** Like `listNamedLinks`, for any link. Null if there is none. */
async function readNamedLinks(db: Queryable, key: LinkKey): Promise<NamedLinkView[] | null> {
  const [link, rows] = await Promise.all([
    findLinkNames(db, key),
    readFigures(db, { scope: key, by: ["value"], dimensions: ["link_name"] }),
  ]);
  if (!link) return null;
  const { code, names } = link;
  const counted = new Map(rows.map(({ value, ...sums }) => [value, sums]));
  return [...new Set([...names, ...counted.keys()])].map((name) => ({
    code,
    name,
    sums: counted.get(name) ?? noClicks,
    removed: !names.includes(name),
  }));
}

/** Adds a name to the caller's link. Idempotent. Throws `conflict` above the limits. */
export async function addNamedLink(
  ctx: Ctx,
  { campaignId, name }: { campaignId: CampaignId; name: string },
): Promise<void> {
  await changeNames(ctx, campaignId, ({ names, added }) => {
    if (names.includes(name)) return null;
    if (names.length >= MAX_LINK_NAMES) {
      throw new AppError(
        "conflict",
        t`A link has at most ${MAX_LINK_NAMES} names. Remove one first.`,
      );
    }
    if (added >= MAX_LINK_NAMES_ADDED) {
      throw new AppError(
        "conflict",
        t`You have added ${MAX_LINK_NAMES_ADDED} names to this link, which is the most that it can have had.`,
      );
    }
    return { names: [...names, name], added: added + 1 };
  });
}

/** Removes a name from the caller's link. Its address keeps working as the link without a name. Idempotent. */
export async function removeNamedLink(
  ctx: Ctx,
  { campaignId, name }: { campaignId: CampaignId; name: string },
): Promise<void> {
  await changeNames(ctx, campaignId, ({ names, added }) =>
    names.includes(name) ? { names: names.filter((each) => each !== name), added } : null,
  );
}

type Change = (before: LinkNames) => Pick<LinkNames, "names" | "added"> | null;

/** Changes nothing if `change` returns null. */
async function changeNames(ctx: Ctx, campaignId: CampaignId, change: Change): Promise<void> {
  const key = { campaignId, creatorId: requireUser(ctx) };
  await withTx(ctx.db, async (tx) => {
    const before = await lockLinkNames(tx, key);
    if (!before) throw linkNotFound();
    const after = change(before);
    if (after === null) return;
    await updateLinkNames(tx, { ...key, ...after });
    await writeAudit(tx, ctx, {
      action: "link.names",
      subject: `link:${campaignId}:${key.creatorId}`,
      before: { names: before.names.join(" ") },
      after: { names: after.names.join(" ") },
    });
  });
}

export function linkNotFoundByCode(code: string): AppError {
  return new AppError("not_found", `There is no link ${code}.`);
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
        const named = await nameCampaign(tx, link.campaignId);
        const data = { state: "stopped", by: "operator", ...named } as const;
        await notify(tx, ctx, linkChanged, { to: [link.creatorId], data });
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
        const named = await nameCampaign(tx, link.campaignId);
        const data = { state: "enabled", ...named } as const;
        await notify(tx, ctx, linkChanged, { to: [link.creatorId], data });
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
