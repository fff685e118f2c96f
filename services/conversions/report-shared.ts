import { JOINED, MAX_PLAYERS_BEYOND_CLICKS, type Report } from "@fairclick/core/conversions/report";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import {
  countSharedPlayers,
  findReportedLinks,
  type ReportedLink,
  type SharedPlayer,
} from "@fairclick/sql/conversions/players";
import type { Ctx } from "../context";
import { getSecret } from "../secret";
import { hashPlayer } from "./record-players";
import type { ReportOutcome } from "./report-outcome";

export type SharedReport = { code: string; report: Report };
type Scope = { campaignId: CampaignId; ownEvents: ReadonlySet<string> };

/**
 * Counts the players that a game reports with the launch data of a creator's share link. They prove no click:
 * they are shown as reported, and nothing is judged or paid by them. Returns one outcome per report, in
 * the same order.
 */
export async function reportShared(
  ctx: Ctx,
  reports: readonly SharedReport[],
  { campaignId, ownEvents }: Scope,
): Promise<ReportOutcome[]> {
  if (reports.length === 0) return [];
  const codes = [...new Set(reports.map(({ code }) => code))];
  const found = await findReportedLinks(ctx.db.sql, { campaignId, codes });
  const links = new Map(found.map((link) => [link.code, link]));
  const secret = await getSecret(ctx.db, "players");
  const players = new Map<string, SharedPlayer>();
  const read = reports.map(({ code, report }) => {
    const checked = checkReport(report, links.get(code), ownEvents);
    if (checked.status === "refused") return checked;
    const hash = hashPlayer(secret, campaignId, checked.player);
    const player = Buffer.from(hash).toString("hex");
    const key = `${report.event} ${player}`;
    if (!players.has(key)) {
      players.set(key, { creatorId: checked.creatorId, event: report.event, player });
    }
    return { status: "read" as const, key };
  });
  const fresh = await count(ctx, campaignId, [...players.values()]);
  return read.map((each): ReportOutcome => {
    if (each.status === "refused") return each;
    return { status: fresh.delete(each.key) ? "accepted" : "duplicate" };
  });
}

type Checked =
  | { status: "checked"; creatorId: UserId; player: string }
  | Extract<ReportOutcome, { status: "refused" }>;

function checkReport(
  { event, player }: Report,
  link: ReportedLink | undefined,
  ownEvents: ReadonlySet<string>,
): Checked {
  if (!link) return { status: "refused", reason: "unknown_link" };
  if (event !== JOINED && !ownEvents.has(event)) {
    return { status: "refused", reason: "unknown_link_event" };
  }
  if (player === undefined) return { status: "refused", reason: "needs_player" };
  if (link.players >= link.clicks + BigInt(MAX_PLAYERS_BEYOND_CLICKS)) {
    return { status: "refused", reason: "more_than_clicks" };
  }
  return { status: "checked", creatorId: link.creatorId, player };
}

async function count(
  ctx: Ctx,
  campaignId: CampaignId,
  players: SharedPlayer[],
): Promise<Set<string>> {
  if (players.length === 0) return new Set();
  const fresh = await countSharedPlayers(ctx.db.sql, { campaignId, players, at: ctx.now() });
  return new Set(fresh.map(({ event, player }) => `${event} ${player}`));
}
