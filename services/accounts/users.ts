import { type Tie, tieKinds } from "@fairclick/core/accounts/users";
import { AppError } from "@fairclick/core/errors";
import { asId, isUuid, type UserId } from "@fairclick/core/ids";
import {
  type FlowRow,
  findUserById,
  findUserId,
  listAccounts,
  listFlows,
  listHomeClicks,
  listMutualFunding,
  listUsers as listRows,
  listSharedPayouts,
  listSharedPlaces,
  type OperatedUser,
  type RelatedAccountRow,
} from "@fairclick/sql/accounts/operated-users";
import { type AgreementRow, getAgreement } from "@fairclick/sql/accounts/users";
import { limitedRead } from "@fairclick/sql/clicks/flagged-clicks";
import { type Queryable, sortWhole } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { type Ctx, type Page, type PageInput, readPage } from "../context";

/**
 * Returns the id of the user with this id, e-mail address or name. An id is returned unchecked; throws
 * `not_found` if no user has the address or name.
 */
export async function parseUser(db: Queryable, text: string): Promise<UserId> {
  if (isUuid(text)) return asId<UserId>(text.toLowerCase());
  const id = await findUserId(db, text);
  if (!id) throw userNotFound(text);
  return id;
}

export async function getUser(ctx: Pick<Ctx, "db">, text: string): Promise<OperatedUser> {
  const user = await findUserById(ctx.db.sql, await parseUser(ctx.db.sql, text));
  if (!user) throw userNotFound(text);
  return user;
}

export type UserDetails = OperatedUser & AgreementRow;

/** Like `getUser`, with what the user said about age and guardian. */
export async function getUserDetails(ctx: Pick<Ctx, "db">, text: string): Promise<UserDetails> {
  const user = await getUser(ctx, text);
  return { ...user, ...(await getAgreement(ctx.db.sql, user.id)) };
}

export function userNotFound(text: string): AppError {
  return new AppError("not_found", `There is no user ${text}.`);
}

type Input = PageInput & { search?: string | undefined; suspended: boolean };

export async function listUsers(
  ctx: Pick<Ctx, "db">,
  { search = "", suspended, ...page }: Input,
): Promise<Page<OperatedUser>> {
  const cursor = page.cursor ? asId<UserId>(page.cursor) : null;
  const filter = { search: search || null, suspended };
  return readPage(page, {
    read: (limit) => listRows(ctx.db.sql, { ...filter, limit, cursor }),
    toCursor: (row) => row.id,
  });
}

const DAY_MS = 86_400_000;
/** Number of days of paid clicks to compare with homes. */
const CLICK_DAYS = 7;
const MAX_ACCOUNTS = 40;
/** Max number of ties between the first account and another one. */
const MAX_STEPS = 3;

export type RelatedUsers = {
  accounts: (RelatedAccountRow & { foundBy: string | null })[];
  ties: Tie[];
  flows: FlowRow[];
  betweenMicros: bigint;
  isPartial: boolean;
};

/**
 * Finds the accounts that are tied to a user, and those tied to them, at most `MAX_STEPS` ties away.
 * Sign-ins are known for about a day, those at a deposit for longer. Throws `not_found`.
 */
export async function findRelatedUsers(
  ctx: Pick<Ctx, "db" | "now">,
  user: string,
): Promise<RelatedUsers> {
  const since = new Date(ctx.now().getTime() - CLICK_DAYS * DAY_MS);
  return withTx(
    ctx.db,
    async (tx) => {
      await tx`/* relatedUsers.plan */ select ${sortWhole(tx)}`;
      const first = await parseUser(tx, user);
      const { foundBy, ties, isPartial } = await followTies(tx, first, since);
      const ids = [...foundBy.keys()];
      const rows = new Map((await listAccounts(tx, ids)).map((row) => [row.id, row]));
      if (!rows.has(first)) throw userNotFound(user);
      const accounts = ids.flatMap((id) => {
        const row = rows.get(id);
        return row ? [{ ...row, foundBy: foundBy.get(id) ?? null }] : [];
      });
      const flows = await listFlows(tx, ids);
      const betweenMicros = flows.reduce((sum, { micros }) => sum + micros, 0n);
      return { accounts, ties, flows, betweenMicros, isPartial };
    },
    limitedRead,
  );
}

async function followTies(tx: Queryable, first: string, since: Date) {
  const foundBy = new Map<string, string | null>([[first, null]]);
  const all: Tie[] = [];
  let isPartial = false;
  let frontier = [first];
  for (let step = 0; step < MAX_STEPS && frontier.length > 0; step += 1) {
    const ties = await listTies(tx, frontier, since);
    all.push(...ties);
    const reached: string[] = [];
    for (const { from, to } of ties) {
      for (const [known, other] of [
        [from, to],
        [to, from],
      ] as const) {
        if (!frontier.includes(known) || foundBy.has(other)) continue;
        if (foundBy.size >= MAX_ACCOUNTS) {
          isPartial = true;
          continue;
        }
        foundBy.set(other, known);
        reached.push(other);
      }
    }
    frontier = reached;
  }
  return { foundBy, ties: withoutRepeats(all, foundBy), isPartial };
}

/** Returns the strongest ties first, so that each account is listed below its strongest tie. */
async function listTies(tx: Queryable, userIds: readonly string[], since: Date): Promise<Tie[]> {
  const found = [
    ...(await listSharedPayouts(tx, userIds)),
    ...(await listSharedPlaces(tx, userIds)),
    ...(await listHomeClicks(tx, { userIds, since })),
    ...(await listMutualFunding(tx, userIds)),
  ];
  return found.sort((a, b) => tieKinds.indexOf(a.kind) - tieKinds.indexOf(b.kind));
}

/** Removes repeats: both ends of a tie find it. Ties of clicks keep their direction. */
function withoutRepeats(ties: readonly Tie[], known: ReadonlyMap<string, unknown>): Tie[] {
  const seen = new Map<string, Tie>();
  for (const tie of ties) {
    if (!known.has(tie.from) || !known.has(tie.to)) continue;
    const ends = tie.kind === "clicks" ? [tie.from, tie.to] : [tie.from, tie.to].sort();
    const [from = tie.from, to = tie.to] = ends;
    const key = [...ends, tie.kind, tie.kind === "clicks" ? "" : tie.detail].join(" ");
    if (!seen.has(key)) seen.set(key, { ...tie, from, to });
  }
  return [...seen.values()];
}
