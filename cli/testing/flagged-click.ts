import type { ClickDetail, ListedClick } from "@fairclick/core/clicks/flagged-clicks";

/** Returns a held click. */
export function flaggedClick(given: Partial<ListedClick> = {}): ListedClick {
  return {
    id: "01900000-0000-7000-8000-000000000001",
    clickedAt: "2026-03-01T12:04:05.678Z",
    campaignId: "01900000-0000-7000-8000-0000000000c1",
    campaignName: "Tower of Tests",
    creatorId: "01900000-0000-7000-8000-0000000000f1",
    creatorName: "chris",
    linkCode: "k7Gh2mQ",
    address: "10.1.2.3",
    country: "DE",
    asn: 9009,
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Safari/604.1",
    referrer: null,
    deviceKey: "c:5f0cc1",
    verdict: "held",
    reason: "vpn",
    signals: ["relay", "vpn"],
    priceMicros: "1500",
    paidMicros: "0",
    appeal: null,
    ...given,
  };
}

export function flaggedClickDetail(given: Partial<ClickDetail> = {}): ClickDetail {
  return {
    ...flaggedClick(),
    recordedAt: "2026-03-01T12:04:06.000Z",
    gameUrl: "https://game.example/",
    method: "GET",
    deviceKnown: true,
    policyVersion: 2,
    evidence: [
      { signal: "relay", effect: "note", facts: { list: "apple-relay" } },
      { signal: "vpn", effect: "held", facts: { list: "x4bnet-vpn-v4", range: "10.1.0.0/16" } },
    ],
    ipData: {
      version: 12,
      lists: [{ name: "x4bnet-vpn-v4", version: "ab12", date: "2026-02-28" }],
    },
    neighbours: {
      seconds: 600,
      isPartial: false,
      clicks: [
        {
          id: "01900000-0000-7000-8000-000000000003",
          clickedAt: "2026-03-01T12:03:00.000Z",
          campaignName: "Tower of Tests",
          creatorName: "chris",
          verdict: "valid",
          reason: null,
          paidMicros: "1500",
          sameAddress: true,
          sameDevice: false,
        },
        {
          id: "01900000-0000-7000-8000-000000000004",
          clickedAt: "2026-03-01T12:05:30.000Z",
          campaignName: "Obby",
          creatorName: "dana",
          verdict: "invalid",
          reason: "device_repeat",
          paidMicros: "0",
          sameAddress: true,
          sameDevice: true,
        },
      ],
    },
    link: {
      joinedAt: "2026-02-01T00:00:00.000Z",
      disabledAt: null,
      disabledBy: null,
      clicks: { valid: 812, invalid: 94, held: 31, unpaid: 0 },
    },
    creator: {
      createdAt: "2026-01-05T08:00:00.000Z",
      suspendedAt: null,
      clicks: { valid: 1_204, invalid: 96, held: 31, unpaid: 7 },
      validPercent: 90.5,
      paidMicros: "1806000",
      earningsMicros: "306000",
      debtMicros: "0",
    },
    payment: null,
    appealId: null,
    appealText: null,
    decisions: [],
    proof: null,
    ...given,
  };
}
