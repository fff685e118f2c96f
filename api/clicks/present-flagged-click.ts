import type { ClickDetail, ListedClick } from "@fairclick/core/clicks/flagged-clicks";
import type { Policy } from "@fairclick/core/clicks/policy";
import type { Signal, Verdict } from "@fairclick/core/clicks/signal";
import type { FlaggedClick } from "@fairclick/services/clicks/flagged-clicks";
import type {
  ClickDetailRow,
  ListedClickRow,
  NeighbourRow,
  RecordRow,
} from "@fairclick/sql/clicks/flagged-clicks";

export function presentListedClick(
  row: Omit<ListedClickRow, "verdict"> & { verdict: Verdict },
): ListedClick {
  return {
    id: row.id,
    clickedAt: row.clickedAt.toISOString(),
    campaignId: row.campaignId,
    campaignName: row.campaignName,
    creatorId: row.creatorId,
    creatorName: row.creatorName,
    linkCode: row.linkCode,
    address: row.address,
    country: row.country,
    asn: row.asn,
    userAgent: row.userAgent,
    referrer: row.referrer,
    deviceKey: row.deviceKey,
    verdict: row.verdict,
    reason: row.reason,
    signals: row.signals,
    priceMicros: row.priceMicros.toString(),
    paidMicros: row.paidMicros.toString(),
    appeal: row.appeal,
  };
}

export function presentFlaggedClick(
  { click, neighbours, record, decisions }: FlaggedClick,
  { effects }: Pick<Policy, "effects">,
): ClickDetail {
  return {
    ...presentClick(click, effects),
    neighbours: { ...neighbours, clicks: neighbours.clicks.map(presentNeighbour) },
    link: presentLink(click, record),
    creator: presentCreator(click, record),
    decisions: decisions.map(({ at, ...decision }) => ({ ...decision, at: at.toISOString() })),
  };
}

function presentClick(click: ClickDetailRow, effects: Policy["effects"]) {
  const { transactionId, paidAt, ipDataVersion, ipData } = click;
  return {
    ...presentListedClick(click),
    recordedAt: click.recordedAt.toISOString(),
    gameUrl: click.gameUrl,
    method: click.method,
    deviceKey: click.deviceKey,
    deviceKnown: click.deviceKnown,
    policyVersion: click.policyVersion,
    evidence: click.found.map((signal) => presentSignal(signal, effects)),
    ipData:
      ipDataVersion !== null && ipData ? { version: ipDataVersion, lists: ipData.lists } : null,
    payment:
      transactionId !== null && paidAt
        ? { transactionId, at: paidAt.toISOString(), reference: click.paidReference }
        : null,
    appealId: click.appealId,
    appealText: click.appealText,
    proof: click.proof,
  };
}

/** `effect` is what the policy that judged the click does with the signal; null if it is unknown. */
function presentSignal({ signal, evidence }: Signal, effects: Policy["effects"]) {
  const effect = Object.hasOwn(effects, signal) ? effects[signal] : null;
  return { signal, effect, facts: evidence };
}

function presentNeighbour({ clickedAt, paidMicros, ...row }: NeighbourRow) {
  return { ...row, clickedAt: clickedAt.toISOString(), paidMicros: paidMicros.toString() };
}

function presentLink(click: ClickDetailRow, record: RecordRow[]): ClickDetail["link"] {
  if (!click.linkJoinedAt) return null;
  return {
    joinedAt: click.linkJoinedAt.toISOString(),
    disabledAt: click.linkDisabledAt?.toISOString() ?? null,
    disabledBy: click.linkDisabledBy,
    clicks: countByVerdict(record.filter(({ campaignId }) => campaignId === click.campaignId)),
  };
}

function presentCreator(click: ClickDetailRow, record: RecordRow[]): ClickDetail["creator"] {
  const clicks = countByVerdict(record);
  const judged = clicks.valid + clicks.invalid + clicks.held;
  return {
    createdAt: click.creatorCreatedAt.toISOString(),
    suspendedAt: click.creatorSuspendedAt?.toISOString() ?? null,
    clicks,
    validPercent: judged === 0 ? null : Math.round((clicks.valid / judged) * 1_000) / 10,
    paidMicros: record.reduce((sum, row) => sum + row.paidMicros, 0n).toString(),
    earningsMicros: click.earningsMicros.toString(),
    debtMicros: (-click.debtMicros).toString(),
  };
}

function countByVerdict(record: RecordRow[]) {
  const countVerdict = (verdict: string) =>
    Number(record.reduce((sum, row) => sum + (row.verdict === verdict ? row.clicks : 0n), 0n));
  return {
    valid: countVerdict("valid"),
    invalid: countVerdict("invalid"),
    held: countVerdict("held"),
    unpaid: countVerdict("unpaid"),
  };
}
