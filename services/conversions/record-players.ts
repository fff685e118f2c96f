import { createHmac } from "node:crypto";
import { isArrival, isReturn } from "@fairclick/core/clicks/players";
import type { ReadReport } from "@fairclick/core/conversions/report";
import type { CampaignId } from "@fairclick/core/ids";
import type { ReportedClick } from "@fairclick/sql/conversions/conversions";
import { insertPlayers, markReturned } from "@fairclick/sql/conversions/players";
import type { Ctx } from "../context";
import { getSecret } from "../secret";

const PLAYER_BYTES = 16;

type Found = { report: ReadReport; click: ReportedClick };

/**
 * Stores which players arrived and came back, whatever the verdict of their click. Idempotent: a
 * repeated report completes one that was interrupted.
 */
export async function recordPlayers(ctx: Pick<Ctx, "db" | "now">, found: Found[]): Promise<void> {
  const named = found.flatMap(({ report, click }) =>
    report.player === null ? [] : [{ report, click, name: report.player }],
  );
  if (named.length === 0) return;
  const secret = await getSecret(ctx.db, "players");
  const receivedAt = ctx.now();
  const players = named.map(({ report, click, name }) => ({
    ...click,
    clickedAt: report.clickedAt,
    event: report.event,
    at: report.at,
    player: hashPlayer(secret, click.campaignId, name),
  }));
  const arrived = players.filter((player) => isArrival({ ...player, receivedAt }));
  if (arrived.length > 0) await insertPlayers(ctx.db.sql, arrived);
  const returned = players.filter(({ event }) => isReturn(event));
  if (returned.length > 0) await markReturned(ctx.db.sql, returned);
}

/** Differs per campaign, so that nobody can follow a player from game to game. */
export function hashPlayer(secret: Uint8Array, campaignId: CampaignId, name: string): Uint8Array {
  const hash = createHmac("sha256", secret).update(`${campaignId} ${name}`).digest();
  return hash.subarray(0, PLAYER_BYTES);
}
