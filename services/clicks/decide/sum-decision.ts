import type { ClickDecision } from "@fairclick/core/clicks/click-decisions-schema";
import {
  listEarnings,
  type Named,
  nameCampaigns,
  nameUsers,
} from "@fairclick/sql/clicks/click-decisions";
import type { Db } from "@fairclick/sql/db/client";
import type { Act, DecidedBatch, DecidedClick } from "./decide-batch";

type Sums = Omit<ClickDecision, "skipped" | "complete">;
type Groups = ReadonlyMap<string, DecidedClick[]>;

/** What was decided, or would be, in all and for everybody whom it concerns, the most clicks first. */
export async function sumDecision(db: Db, act: Act, batches: DecidedBatch[]): Promise<Sums> {
  const clicks = batches.flatMap((batch) => batch.clicks);
  const byCampaign = Map.groupBy(clicks, ({ campaignId }) => campaignId);
  const byCreator = Map.groupBy(clicks, ({ creatorId }) => creatorId);
  const [campaigns, creators, debts] = await Promise.all([
    nameCampaigns(db.sql, [...byCampaign.keys()]),
    nameUsers(db.sql, [...byCreator.keys()]),
    act.dryRun && act.action === "reverse" ? foreseeDebts(db, byCreator) : addDebts(batches),
  ]);
  const debtOf = (creatorId: string) => debts.get(creatorId) ?? 0n;
  return {
    action: act.action,
    actId: act.dryRun || clicks.length === 0 ? null : act.id,
    applied: !act.dryRun,
    ...amounts(clicks),
    debtMicros: sum([...byCreator.keys()].map(debtOf)).toString(),
    campaigns: list(byCampaign, campaigns).map(({ id, name, own }) => ({
      campaignId: id,
      name,
      ...amounts(own),
    })),
    creators: list(byCreator, creators).map(({ id, name, own }) => ({
      creatorId: id,
      username: name,
      ...amounts(own),
      debtMicros: debtOf(id).toString(),
    })),
  };
}

function addDebts(batches: DecidedBatch[]): Map<string, bigint> {
  const debts = new Map<string, bigint>();
  for (const [creatorId, micros] of batches.flatMap((batch) => [...batch.debts])) {
    debts.set(creatorId, (debts.get(creatorId) ?? 0n) + micros);
  }
  return debts;
}

/** What the creators would be found to have spent if it was done now. */
async function foreseeDebts(db: Db, byCreator: Groups): Promise<Map<string, bigint>> {
  const earnings = await listEarnings(db.sql, [...byCreator.keys()]);
  const heldBy = new Map(earnings.map(({ userId, micros }) => [userId, micros]));
  return new Map(
    [...byCreator].map(([id, own]) => {
      const missing = sum(own.map(({ micros }) => micros)) - (heldBy.get(id) ?? 0n);
      return [id, missing > 0n ? missing : 0n];
    }),
  );
}

function list(groups: Groups, named: Named[]) {
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return [...groups]
    .map(([id, own]) => ({ id, name: names.get(id) ?? id, own }))
    .sort((a, b) => b.own.length - a.own.length);
}

function amounts(clicks: DecidedClick[]) {
  return { clicks: clicks.length, micros: sum(clicks.map(({ micros }) => micros)).toString() };
}

function sum(amounts: bigint[]): bigint {
  return amounts.reduce((total, micros) => total + micros, 0n);
}
