import type { Click } from "@fairclick/core/clicks/click";
import { ipKey } from "@fairclick/core/clicks/ip-key";
import { policy } from "@fairclick/core/clicks/policy";
import { referrerHost } from "@fairclick/core/clicks/referrer-host";
import { findSignals } from "@fairclick/core/clicks/registry";
import { findAddressFacts, type IpData, noIpData } from "@fairclick/core/ip/ip-data";
import { findHoneypotMarks } from "@fairclick/sql/honeypot-marks";
import { insertPendingClicks, type PendingClick } from "@fairclick/sql/pending-clicks";
import { findPresences } from "@fairclick/sql/presences";
import { withTx } from "@fairclick/sql/tx";
import type { Ctx } from "../context";
import { type CountryOf, unknownCountry } from "../geo/follow-countries";
import { describeVisitor } from "./describe-visitor";
import { type DeviceKeys, getDeviceKeys } from "./device-key";

/** What addresses are looked up in. */
export type AddressBook = { ipData: IpData; countryOf: CountryOf };

const emptyBook: AddressBook = { ipData: noIpData, countryOf: unknownCountry };

/**
 * Writes clicks down with what the checks find in them, each once however often it is delivered,
 * and gives how many were new. All or none: a click that cannot be written fails them all.
 */
export async function recordClicks(
  ctx: Ctx,
  clicks: Click[],
  { ipData, countryOf }: AddressBook = emptyBook,
): Promise<number> {
  const deviceKeys = await getDeviceKeys(ctx.db);
  // One order for all: two deliveries of the same clicks wait for each other and never in a circle.
  const known = [...clicks]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((click) => ({ click, ...identify(click, deviceKeys) }));
  const clickedFrom = known.map(({ click, ipKey, deviceKey }) => ({
    clickId: click.id,
    clickedAt: new Date(click.at),
    campaignId: click.campaignId,
    creatorId: click.creatorId,
    ipKey,
    deviceKey,
  }));
  const [presences, marks] = await Promise.all([
    findPresences(ctx.db.sql, clickedFrom, policy.presenceHours),
    findHoneypotMarks(ctx.db.sql, clickedFrom, policy.honeypotHours),
  ]);
  const markedBy = new Map(marks.map(({ clickId, by }) => [clickId, by]));
  const signedIn = new Map(presences.map(({ clickId, who, by }) => [clickId, { who, by }]));
  const pending = known.map(
    ({ click, ...keys }): PendingClick => ({
      ...keys,
      id: click.id,
      clickedAt: new Date(click.at),
      campaignId: click.campaignId,
      creatorId: click.creatorId,
      ip: click.ip,
      method: click.method,
      userAgent: click.userAgent,
      referrer: click.referrer,
      country: countryOf(click.ip),
      ...describeVisitor(click.userAgent),
      referrerHost: referrerHost(click.referrer),
      ipDataVersion: ipData.version,
      signals: findSignals(click, {
        signedIn: signedIn.get(click.id) ?? null,
        markedBy: markedBy.get(click.id) ?? null,
        address: findAddressFacts(ipData, click.ip),
      }),
    }),
  );
  return withTx(ctx.db, (tx) => insertPendingClicks(tx, pending));
}

function identify(click: Click, deviceKeys: DeviceKeys) {
  return {
    ipKey: ipKey(click.ip),
    deviceKey: click.device ? deviceKeys.known(click.device) : deviceKeys.weak(click),
    deviceKnown: click.device !== null,
  };
}
