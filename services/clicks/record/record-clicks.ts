import { ipKey } from "@fairclick/core/clicks/addresses";
import { type Click, referrerHost } from "@fairclick/core/clicks/click";
import { findSignals } from "@fairclick/core/clicks/registry";
import { policy } from "@fairclick/core/clicks/release-policy";
import { findAddressFacts, findCountry, type IpData, noIpData } from "@fairclick/core/ip/ip-data";
import { findVisitorTraces } from "@fairclick/sql/accounts/operated-users";
import { insertPendingClicks, type PendingClick } from "@fairclick/sql/clicks/pending-clicks";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";
import { describeVisitor } from "./describe-visitor";
import { type DeviceKeys, getDeviceKeys } from "./device-key";

/**
 * Stores clicks with the signals that the checks find. Idempotent by click id; returns how many
 * were new. All or none: one click that cannot be stored fails them all.
 */
export async function recordClicks(
  ctx: Ctx,
  clicks: Click[],
  ipData: IpData = noIpData,
): Promise<number> {
  const deviceKeys = await getDeviceKeys(ctx.db);
  // Sorted, so that two deliveries of the same clicks cannot deadlock.
  const known = [...clicks]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((click) => ({
      click,
      address: findAddressFacts(ipData, click.ip),
      ...identify(click, deviceKeys),
    }));
  const traces = await findVisitorTraces(
    ctx.db.sql,
    known.map(({ click: { at, campaignId, creatorId }, ipKey, deviceKey }) => ({
      clickedAt: at,
      campaignId,
      creatorId,
      ipKey,
      deviceKey,
    })),
    policy,
  );
  const pending = known.map(
    ({ click, address, ...keys }, place): PendingClick => ({
      ...keys,
      id: click.id,
      clickedAt: click.at,
      campaignId: click.campaignId,
      creatorId: click.creatorId,
      ip: click.ip,
      method: click.method,
      userAgent: click.userAgent,
      label: click.label ?? null,
      referrer: click.referrer,
      country: findCountry(ipData, click.ip),
      ...describeVisitor(click.userAgent),
      referrerHost: referrerHost(click.referrer),
      ipDataVersion: ipData.version,
      asn: address.asn ?? null,
      signals: findSignals(click, {
        signedIn: traces[place]?.signedIn ?? [],
        marked: traces[place]?.marked ?? [],
        address,
      }),
    }),
  );
  return withTx(ctx.db, (tx) => insertPendingClicks(tx, pending));
}

function identify(click: Click, deviceKeys: DeviceKeys) {
  return {
    ipKey: ipKey(click.ip),
    deviceKey: click.device ? deviceKeys.known(click.device) : deviceKeys.weak(click),
    weakKey: click.device ? deviceKeys.weak(click) : null,
    deviceKnown: click.device !== null,
  };
}
