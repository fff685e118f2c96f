import {
  type Channel,
  describeChannel,
  isSameChannel,
  platformNames,
} from "@fairclick/core/accounts/channels";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { isUuid, type UserId } from "@fairclick/core/ids";
import { showStored, stored, t } from "@fairclick/core/language/t";
import { channelChanged } from "@fairclick/core/notices/account-notices";
import { lockUser } from "@fairclick/sql/accounts/archive";
import {
  type ChannelRow,
  deleteChannel,
  findChannel,
  insertChannel,
  type ListedChannel,
  listChannels,
  listAllChannels as listRows,
  lockClaims,
  updateChannel,
} from "@fairclick/sql/accounts/channels";
import { lockSuspension } from "@fairclick/sql/accounts/operated-users";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { makeChange, requireUser, writeAudit } from "../changes";
import { type Ctx, type Page, type PageInput, readPage } from "../context";
import { inLanguage } from "../language/in-language";
import { notify } from "../notify";
import { type FetchPage, SendProblem } from "../outgoing";
import type { AttemptLimits } from "./limits";
import { makeCode } from "./token";
import { parseUser, userNotFound } from "./users";

export const MAX_CHANNELS = 6;

type Outside = { limits: Pick<AttemptLimits, "take">; fetchPage: FetchPage };

export async function listOwnChannels(ctx: Ctx): Promise<ChannelRow[]> {
  return listChannels(ctx.db.sql, requireUser(ctx));
}

/** Throws `conflict` for a channel that the caller has, and at the maximum number of channels. */
export async function addChannel(ctx: Ctx, channel: Channel): Promise<ChannelRow> {
  const userId = requireUser(ctx);
  const id = Bun.randomUUIDv7();
  return withTx(ctx.db, async (tx) => {
    await lockUser(tx, userId);
    const own = await listChannels(tx, userId);
    if (own.some(({ platform, name }) => platform === channel.platform && name === channel.name)) {
      throw new AppError("conflict", t`This channel is on your list already`);
    }
    if (own.length >= MAX_CHANNELS) {
      throw new AppError("conflict", t`You can have at most ${MAX_CHANNELS} channels`);
    }
    const code = makeChannelCode();
    await insertChannel(tx, { ...channel, id, userId, code, createdAt: ctx.now() });
    const claim = await getOwn(tx, ctx, id);
    await auditChannel(tx, ctx, { action: "channel.add", claim });
    return claim;
  });
}

/**
 * Fetches the channel's page and verifies the channel if its description holds the code. A check that
 * does not find the code takes no mark away. Throws `not_found`, and `forbidden` for a channel that an operator took the mark from.
 */
export async function checkChannel(ctx: Ctx, id: string, outside: Outside): Promise<ChannelRow> {
  const channel = await getOwn(ctx.db.sql, ctx, id);
  refuseRevoked(channel);
  await outside.limits.take("channelCheckAccount", channel.userId);
  if (channel.platform === "website") {
    await outside.limits.take("channelCheckHost", channel.name);
  }
  const problem = await checkPage(outside.fetchPage, channel);
  await recordCheck(ctx, channel, problem);
  return getOwn(ctx.db.sql, ctx, id);
}

async function recordCheck(ctx: Ctx, checked: ChannelRow, problem: string | null): Promise<void> {
  await withTx(ctx.db, async (tx) => {
    const claims = await lockClaims(tx, checked);
    const claim = claims.find(({ id }) => id === checked.id);
    // While the page was fetched, the claim was deleted, or got another code.
    if (!claim || claim.code !== checked.code) throw changed();
    refuseRevoked(claim);
    const state = { ...claim, checkedAt: ctx.now(), problem };
    if (problem !== null) return updateChannel(tx, state);
    await grantMark(tx, ctx, { claim: state, claims, by: "code" });
    if (claim.verifiedBy !== "code") {
      await auditChannel(tx, ctx, { action: "channel.verify", claim });
    }
  });
}

/** Deletes a channel and its mark. Throws `not_found`, and `forbidden` if an operator revoked it. */
export async function removeChannel(ctx: Ctx, id: string): Promise<void> {
  await withTx(ctx.db, async (tx) => {
    const own = await getOwn(tx, ctx, id);
    const claim = (await lockClaims(tx, own)).find((each) => each.id === id);
    if (!claim) throw channelNotFound();
    refuseRevoked(claim);
    await deleteChannel(tx, claim);
    await auditChannel(tx, ctx, { action: "channel.remove", claim });
  });
}

async function getOwn(db: Queryable, ctx: Ctx, id: string): Promise<ChannelRow> {
  const userId = requireUser(ctx);
  const channel = isUuid(id) ? await findChannel(db, { id, userId }) : null;
  if (!channel) throw channelNotFound();
  return channel;
}

function refuseRevoked({ revokedAt }: ChannelRow): void {
  if (revokedAt === null) return;
  throw new AppError(
    "forbidden",
    t`Fairclick took the mark of this channel away, and only Fairclick can verify it again.`,
  );
}

function channelNotFound(): AppError {
  return new AppError("not_found", t`There is no such channel`);
}

function changed(): AppError {
  return new AppError("conflict", t`This channel has just changed. Please check it again.`);
}

const UNREADABLE = stored`The page could not be read.`;

/**
 * Fetches a channel's page and looks for the code where only the channel's owner can write. Returns
 * what is wrong, in words for the owner; null if the code was found. The problem is stored, so it is
 * in English; `showProblem` translates it.
 */
function checkPage(
  fetchPage: FetchPage,
  channel: Channel & { code: string },
): Promise<string | null> {
  return inLanguage("en", () => findCode(fetchPage, channel));
}

async function findCode(
  fetchPage: FetchPage,
  channel: Channel & { code: string },
): Promise<string | null> {
  const { platform, url, code } = channel;
  let html: string | null;
  try {
    html = await fetchPage(url, (next) => isSameChannel(channel, next));
  } catch (error) {
    if (!(error instanceof SendProblem)) throw error;
    return `${UNREADABLE} ${error.message}.`;
  }
  if (html === null) return stored`There is no such page.`;
  const texts = await readOwnerTexts(html);
  if (texts.some((text) => text.toLowerCase().includes(code))) return null;
  const isHidden = texts.length === 0 && platform !== "website";
  return isHidden ? describeHidden(channel) : describeMissing(channel);
}

/** Translates a stored problem of a channel. */
export function showProblem(
  channel: Pick<Channel, "platform"> & { code: string; problem: string },
) {
  const writers = [() => describeHidden(channel), () => describeMissing(channel)];
  const found = writers.find((write) => inLanguage("en", write) === channel.problem);
  if (found) return found();
  const detail = channel.problem.startsWith(UNREADABLE) && channel.problem.slice(UNREADABLE.length);
  return detail ? `${showStored(UNREADABLE)}${detail}` : showStored(channel.problem);
}

function describeHidden({ platform }: Pick<Channel, "platform">): string {
  return t`${platformNames[platform]} shows no description to visitors who are not signed in. Ask an operator to confirm the channel.`;
}

function describeMissing({ code }: { code: string }): string {
  return t`The code ${code} is not in the page's description.`;
}

/** Without 0, O, 1, I and l: codes are typed on phones. 31 letters to the power of 8. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";

/** Returns a new code such as `fairclick-k3xw9rab`. */
function makeChannelCode(): string {
  return `fairclick-${makeCode(ALPHABET)}`;
}

type Clock = Pick<Ctx, "actor" | "now">;

/** A claim without the mark. Its new code is on no page, so no old one brings the mark back. */
function withoutMark(claim: ChannelRow): ChannelRow {
  return {
    ...claim,
    code: makeChannelCode(),
    verifiedAt: null,
    verifiedBy: null,
  };
}

/**
 * Marks a channel as its claimant's, and takes the mark from the account that had it. `claims` are
 * all claims to the channel, locked.
 */
async function grantMark(
  tx: Tx,
  ctx: Clock,
  { claim, claims, by }: { claim: ChannelRow; claims: ChannelRow[]; by: "code" | "operator" },
): Promise<void> {
  for (const former of claims) {
    if (former.id === claim.id || former.verifiedAt === null) continue;
    await updateChannel(tx, { ...withoutMark(former), problem: null });
    await auditChannel(tx, ctx, { action: "channel.lose", claim: former });
    const data = { channel: describeChannel(former), change: "taken_over" } as const;
    await notify(tx, ctx, channelChanged, { to: [former.userId], data });
  }
  const verifiedAt = claim.verifiedAt ?? ctx.now();
  await updateChannel(tx, {
    ...{ ...claim, problem: null },
    ...{ verifiedAt, verifiedBy: by, revokedAt: null },
  });
}

async function auditChannel(
  tx: Tx,
  ctx: Pick<Ctx, "actor" | "now">,
  { action, claim }: { action: string; claim: ChannelRow },
): Promise<void> {
  await writeAudit(tx, ctx, {
    action,
    subject: `user:${claim.userId}`,
    after: { channelId: claim.id, channel: describeChannel(claim) },
  });
}

type Input = ChangeInput & { user: string; channel: Channel };

/** Lists verified channels, or those that are not verified, newest first. */
export async function listAllChannels(
  ctx: Pick<Ctx, "db">,
  { verified, user, ...page }: PageInput & { verified: boolean; user?: string | undefined },
): Promise<Page<ListedChannel>> {
  const userId = user === undefined ? null : await parseUser(ctx.db.sql, user);
  const cursor = page.cursor ?? null;
  return readPage(page, {
    read: (limit) => listRows(ctx.db.sql, { verified, userId, cursor, limit }),
    toCursor: ({ id }) => id,
  });
}

/**
 * Confirms a channel for a user, whether the user has added it or not. Another account that has the
 * mark loses it.
 */
export async function verifyChannel(
  ctx: Ctx,
  { user, channel, ...input }: Input,
): Promise<OperatorChange> {
  const userId = await parseUser(ctx.db.sql, user);
  return makeChange(ctx, input, async (tx) => {
    await requireAccount(tx, { userId, user });
    const claims = await lockClaims(tx, channel);
    const found = claims.find((claim) => claim.userId === userId);
    if (found?.verifiedAt) throw new AppError("conflict", "This channel is verified already.");
    const former = claims.find(({ verifiedAt }) => verifiedAt !== null);
    const name = describeChannel(channel);
    return {
      action: "channel.verify",
      subject: `user:${userId}`,
      before: { channel: name, verified: false, verifiedFor: former?.userId ?? null },
      after: { channel: name, verified: true, verifiedFor: userId },
      apply: async () => {
        const claim = found ?? newClaim(userId, channel, ctx.now());
        if (!found) await insertChannel(tx, claim);
        await grantMark(tx, ctx, { claim, claims, by: "operator" });
        const data = { channel: name, change: "verified" } as const;
        await notify(tx, ctx, channelChanged, { to: [userId], data });
      },
    };
  });
}

/** Takes the mark away. Its owner cannot verify the channel again; an operator can. */
export async function revokeChannel(
  ctx: Ctx,
  { user, channel, ...input }: Input,
): Promise<OperatorChange> {
  const userId = await parseUser(ctx.db.sql, user);
  return makeChange(ctx, input, async (tx) => {
    const claims = await lockClaims(tx, channel);
    const claim = claims.find((each) => each.userId === userId);
    const name = describeChannel(channel);
    if (!claim) throw new AppError("not_found", `This user has no channel ${name}.`);
    if (claim.revokedAt) throw new AppError("conflict", "This channel's mark is revoked already.");
    return {
      action: "channel.revoke",
      subject: `user:${userId}`,
      before: { channel: name, verified: claim.verifiedAt !== null, revoked: false },
      after: { channel: name, verified: false, revoked: true },
      apply: async () => {
        await updateChannel(tx, { ...withoutMark(claim), problem: null, revokedAt: ctx.now() });
        const data = { channel: name, change: "revoked", reason: input.reason } as const;
        await notify(tx, ctx, channelChanged, { to: [userId], data });
      },
    };
  });
}

/** Locks the account, so that it is not deleted before the change is committed. */
async function requireAccount(tx: Tx, { userId, user }: { userId: UserId; user: string }) {
  const account = await lockSuspension(tx, userId);
  if (!account) throw userNotFound(user);
  if (account.deletedAt) {
    throw new AppError("conflict", "This account was deleted by its owner.");
  }
}

function newClaim(userId: UserId, channel: Channel, createdAt: Date): ChannelRow {
  return {
    ...channel,
    ...{ id: Bun.randomUUIDv7(), userId, createdAt, code: makeChannelCode() },
    ...{ checkedAt: null, problem: null, verifiedAt: null, verifiedBy: null },
    revokedAt: null,
  };
}

const descriptions = new Set(["description", "og:description", "twitter:description", "fairclick"]);

/**
 * Returns what a page's owner says in its head: its descriptions, and the addresses of its `rel="me"`
 * links. Reads nothing of the body, in which comments and texts of other people stand.
 */
export async function readOwnerTexts(html: string): Promise<string[]> {
  const texts: string[] = [];
  let hasBody = false;
  const add = (text: string | null) => {
    if (!hasBody && text !== null) texts.push(text);
  };
  const rewriter = new HTMLRewriter()
    .on("body", {
      element: () => {
        hasBody = true;
      },
    })
    .on("html > head > meta", {
      element: (meta) => {
        const name = meta.getAttribute("name") ?? meta.getAttribute("property") ?? "";
        if (descriptions.has(name.trim().toLowerCase())) add(meta.getAttribute("content"));
      },
    })
    .on("html > head > link[href]", {
      element: (link) => {
        const relations = (link.getAttribute("rel") ?? "").toLowerCase().split(/\s+/);
        if (relations.includes("me")) add(link.getAttribute("href"));
      },
    });
  await rewriter.transform(new Response(html)).text();
  return texts;
}
