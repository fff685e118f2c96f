import type { Suspect } from "@fairclick/core/clicks/links/suspects-schema";

/** Returns a link with a third of its clicks in one /48. */
export const suspect = (creator: string): Suspect => ({
  code: `${creator}-link`,
  campaignId: "01900000-0000-7000-8000-0000000000c1",
  campaign: "Tower of Tests",
  creatorId: `01900000-0000-7000-8000-00000000000${creator.length}`,
  creator,
  disabledBy: null,
  clicks: 334,
  paidMicros: "501000",
  riskMicros: "172444",
  oddPercent: 34.4,
  why: ["39.7% from 2a0e:97c0:5::/48"],
  examined: 300,
  values: { net24: null, net48: null, asn: null, deviceClass: null, agent: null },
  figures: {
    ...{ net24: 0, net48: 39.7, asn: 0, deviceClass: 0, agent: 0, fresh: 0 },
    ...{ returning: 0, joins: null, hour: 0, homes: 0, payer: 0 },
  },
});
/** A network with many clicks of one link. */
export const topNetwork = {
  value: "2a0e:97c0:5::/48",
  ...{ clicks: 134, percent: 40.1, valid: 134, invalid: 0, held: 0, unpaid: 0 },
  ...{ paidMicros: "201000", heldMicros: "0", links: 1, creators: 1, devices: 134 },
  firstClickedAt: "2026-03-01T12:00:00.000Z",
  lastClickedAt: "2026-03-01T13:00:00.000Z",
};
