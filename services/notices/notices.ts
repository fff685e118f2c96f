import { createHmac, timingSafeEqual } from "node:crypto";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { asId, isUuid, type UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { creatorStarted } from "@fairclick/core/notices/campaign-notices";
import type { NoticeText } from "@fairclick/core/notices/define-notice";
import type { MailState } from "@fairclick/core/notices/notices";
import {
  findNoticeKind,
  type ListedKind,
  noticeKinds,
  writeNoticeText,
} from "@fairclick/core/notices/registry";
import { retentionDays } from "@fairclick/core/operations/privacy";
import { deleteExpiredTokens } from "@fairclick/sql/accounts/one-time-tokens";
import { takeWaitingForGame, waitForGame } from "@fairclick/sql/campaigns/market";
import type { Db, ListeningDb } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  deleteSuppressed,
  findSuppressed,
  insertSuppressed,
  listFailedMails,
  listOptOuts,
  listSuppressed,
  setOptOut,
} from "@fairclick/sql/notices/mail";
import {
  countUnreadNotices,
  deleteNoticesBefore,
  listNotices,
  markNoticesRead,
} from "@fairclick/sql/notices/notices";
import { deleteDeliveriesBefore } from "@fairclick/sql/notices/webhooks";
import type { Logger } from "pino";
import { makeChange, requireOperator, requireUser } from "../changes";
import { type Ctx, getSecret, mapPage, type Page, type PageInput, readPage } from "../context";
import { notify } from "../notify";
import { type Holder, openShares, sharingNetwork } from "../shares";

export type Notice = NoticeText & { id: string; kind: string; at: Date; read: boolean };

/** An app with more unread notices than this shows "99+". */
const MAX_UNREAD = 100;

/** Lists the user's notices, newest first. Leaves out those of a kind that no longer exists. */
export async function listOwnNotices(
  ctx: Ctx,
  input: PageInput,
): Promise<Page<Notice> & { unread: number }> {
  const userId = requireUser(ctx);
  const { items, nextCursor } = await readPage(input, {
    read: (limit) => listNotices(ctx.db.sql, { userId, before: input.cursor ?? null, limit }),
    toCursor: ({ id }) => id,
  });
  const notices = items.flatMap((row) => {
    const text = writeNoticeText(row);
    const { id, kind, at, readAt } = row;
    return text ? [{ ...text, id, kind, at, read: readAt !== null }] : [];
  });
  const unread = await countOwnUnread(ctx.db, userId);
  return { items: notices, nextCursor, unread };
}

function countOwnUnread(db: Db, userId: UserId): Promise<number> {
  return countUnreadNotices(db.sql, { userId, most: MAX_UNREAD });
}

/** Marks a notice and all older ones as read. */
export async function readOwnNotices(ctx: Ctx, upTo: string): Promise<void> {
  await markNoticesRead(ctx.db.sql, { userId: requireUser(ctx), upTo, at: ctx.now() });
}

const CHANNEL = "notice";
/** A burst of notices is one event. */
const PAUSE_MS = 1_000;
/**
 * Without HTTP/2 a browser has six connections per host: some must stay free for other requests. The
 * app follows in visible tabs only, and polls where it has no stream. Schools and mobile carriers put
 * hundreds of people behind one address.
 */
const places = { total: 500, perUser: 4, perNetwork: 125 };
const RETRY_AFTER_SECONDS = 10;

function refuse(taken: keyof Holder | "all"): AppError {
  const retryAfterSeconds = RETRY_AFTER_SECONDS;
  switch (taken) {
    case "userId": {
      const message = t`Too many of your pages follow changes already`;
      return new AppError("rate_limited", message, { retryAfterSeconds });
    }
    case "network": {
      const message = t`Too many pages in your network follow changes already`;
      return new AppError("rate_limited", message, { retryAfterSeconds });
    }
    case "all": {
      const message = t`Changes cannot be followed live right now`;
      return new AppError("unavailable", message, { retryAfterSeconds });
    }
  }
}

type Follower = {
  userId: UserId;
  changed: boolean;
  stopped: boolean;
  /** Set while the follower waits for a change. */
  wake: (() => void) | null;
  free: () => void;
};

export type NoticeSubscription = {
  /**
   * Resolves with the number of unread notices: at once the first time, then after each change; null
   * when the follower was stopped.
   */
  next: () => Promise<number | null>;
  stop: () => void;
};

type Dependencies = { db: ListeningDb; log: Logger };

/**
 * Notifies followers when their notices change. Postgres notifies one channel with the user's id, so
 * a follower costs a query only when there is something to report
 * (docs/decisions/037-one-stream-per-tab.md).
 */
export function openLiveNotices({ db, log }: Dependencies) {
  const followers = new Set<Follower>();
  const shares = openShares({ ...places, refuse });
  let listening = false;
  let closed = false;

  /** Throws `rate_limited` or `unavailable` if there are too many followers. */
  function follow({ userId, ip }: { userId: UserId; ip: string }): NoticeSubscription {
    if (closed) throw refuse("all");
    const follower: Follower = {
      userId,
      changed: true,
      stopped: false,
      wake: null,
      free: () => {},
    };
    follower.free = shares.take({ userId, network: sharingNetwork(ip) }, () => stop(follower));
    listen();
    followers.add(follower);
    let countedAt = 0;
    return {
      next: async () => {
        await waitForChange(follower);
        const pauseMs = countedAt + PAUSE_MS - performance.now();
        if (countedAt > 0 && pauseMs > 0) await Bun.sleep(pauseMs);
        if (follower.stopped) return null;
        follower.changed = false;
        countedAt = performance.now();
        return countOwnUnread(db, userId);
      },
      stop: () => stop(follower),
    };
  }

  function listen(): void {
    if (listening) return;
    listening = true;
    db.listen(CHANNEL, {
      onPayload: (userId) => {
        for (const follower of followers) if (follower.userId === userId) wake(follower);
      },
      onListening: () => {
        for (const follower of followers) wake(follower);
      },
      onError: (error) => log.warn({ err: error }, "live notices are not heard"),
    });
  }

  function stop(follower: Follower): void {
    follower.stopped = true;
    follower.free();
    followers.delete(follower);
    wake(follower);
  }

  function close(): void {
    closed = true;
    for (const follower of [...followers]) stop(follower);
  }

  return { follow, close };
}

export type LiveNotices = ReturnType<typeof openLiveNotices>;

function waitForChange(follower: Follower): Promise<void> {
  if (follower.changed || follower.stopped) return Promise.resolve();
  return new Promise((resolve) => {
    follower.wake = resolve;
  });
}

function wake(follower: Follower): void {
  follower.changed = true;
  follower.wake?.();
  follower.wake = null;
}

const DAY_MS = 24 * 3_600_000;
const BATCH = 1_000;

/** Deletes notices after 180 days, deliveries of webhooks after 30, and expired one-time tokens. */
export async function forgetNotices(ctx: Ctx): Promise<void> {
  const before = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS);
  const old = { at: before(retentionDays.notices), limit: BATCH };
  while ((await deleteNoticesBefore(ctx.db.sql, old)) === BATCH);
  const oldDeliveries = { at: before(retentionDays.webhookDeliveries), limit: BATCH };
  while ((await deleteDeliveriesBefore(ctx.db.sql, oldDeliveries)) === BATCH);
  while ((await deleteExpiredTokens(ctx.db.sql, ctx.now())) > 0);
}

export type MailSetting = { kind: ListedKind; mail: boolean };

/** Lists the kinds that are mailed to users, and whether the user receives each. */
export async function listMailSettings(ctx: Ctx): Promise<MailSetting[]> {
  const optedOut = new Set(await listOptOuts(ctx.db.sql, requireUser(ctx)));
  return noticeKinds
    .filter(({ topic, token }) => topic !== "operations" && !token)
    .map((kind) => ({ kind, mail: kind.mail === "always" || !optedOut.has(kind.kind) }));
}

/** Switches one kind of mail on or off. Throws `validation` for mails that are always sent. */
export async function setMail(ctx: Ctx, { kind, mail }: { kind: string; mail: boolean }) {
  const userId = requireUser(ctx);
  if (findNoticeKind(kind)?.mail !== "optional") {
    throw new AppError("validation", t`This mail cannot be switched off.`);
  }
  await setOptOut(ctx.db.sql, { userId, kind, off: !mail });
}

/** What a mail's own link would switch off, without signing in. Null if the link is not genuine. */
export async function findUnsubscription(ctx: Ctx, token: string): Promise<string | null> {
  const optOut = await readUnsubscribeToken(ctx.db, token);
  return optOut && (findNoticeKind(optOut.kind)?.event() ?? null);
}

/** Switches off what a mail's own link names. Returns false if the link is not genuine. */
export async function unsubscribe(ctx: Ctx, token: string): Promise<boolean> {
  const optOut = await readUnsubscribeToken(ctx.db, token);
  if (!optOut) return false;
  await setOptOut(ctx.db.sql, { ...optOut, off: true });
  return true;
}

const LONGEST_TOKEN = 200;

type OptOut = { userId: UserId; kind: string };

/** Returns a token that switches off one kind of mail for one user, and nothing else. */
export async function makeUnsubscribeToken(db: Db, { userId, kind }: OptOut): Promise<string> {
  return `${userId}.${kind}.${await sign(db, { userId, kind })}`;
}

/** Returns null if the token was not made here, or its kind cannot be switched off. */
export async function readUnsubscribeToken(db: Db, token: string): Promise<OptOut | null> {
  if (token.length > LONGEST_TOKEN) return null;
  const id = token.slice(0, token.indexOf("."));
  const kind = token.slice(id.length + 1, token.lastIndexOf("."));
  const signature = token.slice(token.lastIndexOf(".") + 1);
  if (!isUuid(id) || findNoticeKind(kind)?.mail !== "optional") return null;
  const expected = await sign(db, { userId: asId<UserId>(id), kind });
  const genuine =
    /^[\w-]+$/.test(signature) &&
    signature.length === expected.length &&
    timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  return genuine ? { userId: asId<UserId>(id), kind } : null;
}

async function sign(db: Db, { userId, kind }: OptOut): Promise<string> {
  const secret = await getSecret(db, "unsubscribe");
  return createHmac("sha256", secret).update(`${userId}.${kind}`).digest("base64url");
}

const TOLD_A_RUN = 500;

/** Notes that the caller wants to be told, once, when a campaign can be joined. */
export async function askForGame(ctx: Ctx): Promise<void> {
  await waitForGame(ctx.db.sql, { userId: requireUser(ctx), at: ctx.now() });
}

/** Tells those who wait for a game, once, while one is open. */
export async function tellOfOpenGames(ctx: Ctx): Promise<void> {
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    const waiting = await takeWaitingForGame(tx, { at, limit: TOLD_A_RUN });
    if (waiting.length === 0) return;
    const data = { step: "game_opened" } as const;
    await notify(tx, ctx, creatorStarted, { to: waiting, data });
  });
}

type ListedMail = { address: string | null; kind: string | null; problem: string; at: Date };

/** Lists addresses that get no mail, or mails that were given up. Throws `validation`. */
export async function listOperatedMail(
  ctx: Pick<Ctx, "db">,
  { state, limit, ...input }: PageInput & { state: MailState },
): Promise<Page<ListedMail>> {
  const cursor = input.cursor ?? null;
  if (state === "suppressed") {
    const page = await readPage(
      { limit },
      {
        read: (count) => listSuppressed(ctx.db.sql, { after: cursor, limit: count }),
        toCursor: ({ address }) => address,
      },
    );
    return mapPage(page, ({ reason, ...row }) => ({ ...row, kind: null, problem: reason }));
  }
  if (cursor !== null && !isUuid(cursor)) {
    throw new AppError("validation", "cursor is not a cursor of this list");
  }
  const page = await readPage(
    { limit },
    {
      read: (count) => listFailedMails(ctx.db.sql, { before: cursor, limit: count }),
      toCursor: ({ id }) => id,
    },
  );
  return mapPage(page, ({ id: _, problem, ...row }) => ({ ...row, problem: problem ?? "unknown" }));
}

type Input = ChangeInput & { address: string };

/** Stops all mails to an address, such as one from which mails come back. Throws `conflict`. */
export async function suppressMail(
  ctx: Ctx,
  { address, ...input }: Input,
): Promise<OperatorChange> {
  requireOperator(ctx);
  const taken = new AppError("conflict", "This address gets no mail already.");
  return makeChange(ctx, input, async (tx) => {
    if (await findSuppressed(tx, address)) throw taken;
    return {
      action: "mail.suppress",
      subject: auditSubject(address),
      before: { suppressed: false },
      after: { suppressed: true },
      apply: async () => {
        const row = { address, reason: input.reason, at: ctx.now() };
        if (!(await insertSuppressed(tx, row))) throw taken;
      },
    };
  });
}

/** Allows mails to an address again. Earlier mails are not sent again. Throws `conflict`. */
export async function releaseMail(ctx: Ctx, { address, ...input }: Input): Promise<OperatorChange> {
  requireOperator(ctx);
  return makeChange(ctx, input, async (tx) => {
    const row = await findSuppressed(tx, address);
    if (!row) throw new AppError("conflict", "Mails to this address are not stopped.");
    return {
      action: "mail.release",
      subject: auditSubject(address),
      before: { suppressed: true, why: row.reason },
      after: { suppressed: false },
      apply: () => deleteSuppressed(tx, address),
    };
  });
}

/** Shortens the part that names a person: the audit log is kept for good. */
function auditSubject(address: string): string {
  const at = address.lastIndexOf("@");
  return `mail:${address.slice(0, 1)}…${address.slice(at)}`;
}
