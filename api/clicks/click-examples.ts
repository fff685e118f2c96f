import { policy } from "@fairclick/core/clicks/policy";
import { reasonCategory, reasonRule } from "@fairclick/core/clicks/reasons";
import {
  ACT,
  APPEAL,
  APPEALED_AT,
  ARRIVED_AT,
  BROWSER,
  CAMPAIGN,
  CLICK,
  CLICKED_AT,
  CODE,
  CREATOR,
  DECIDED_AT,
  type Examples,
  INVALID_AT,
  INVALID_CLICK,
  JOINED_AT,
  judged,
  OBJECTION,
  page,
  REGISTERED_AT,
  SETTLED_AT,
  success,
  TRANSACTION,
  withMessage,
} from "../reference/story";

const text = "My friends clicked this at school.";
const appeal = { state: "open", text, answer: null, appealedAt: APPEALED_AT, answeredAt: null };
const ipBurst = {
  category: reasonCategory("ip_burst"),
  rule: reasonRule("ip_burst", policy),
};
const cursor = `${INVALID_AT}_${INVALID_CLICK}`;
const about = {
  campaignId: CAMPAIGN,
  campaignName: "Tower of Fun",
  creatorId: CREATOR,
  creatorName: "Chris",
  linkCode: CODE,
};
const listed = {
  id: INVALID_CLICK,
  clickedAt: INVALID_AT,
  ...about,
  address: "81.2.69.142",
  country: "GB",
  asn: 20712,
  userAgent: BROWSER,
  referrer: "https://www.tiktok.com/",
  deviceKey: "c:5f1e0b7a",
  verdict: "invalid",
  reason: "ip_burst",
  signals: ["ip_burst"],
  priceMicros: "1500",
  paidMicros: "0",
  appeal: "open",
};

function decision(action: string, { ids, micros }: { ids: string[]; micros: string }) {
  const body = { reason: "Looked at by hand", dryRun: false, clicks: { ids } };
  const sum = { clicks: ids.length, micros };
  return {
    body: action === "reverse" ? { ...body, category: "bot_traffic" } : body,
    answer: success({
      action,
      actId: ACT,
      applied: true,
      ...sum,
      debtMicros: "0",
      campaigns: [{ campaignId: CAMPAIGN, name: "Tower of Fun", ...sum }],
      creators: [{ creatorId: CREATOR, username: "Chris", ...sum, debtMicros: "0" }],
      skipped: [],
      complete: true,
    }),
  };
}

function answered(state: string, facts: { before: object; after: object }) {
  return {
    parameters: { id: APPEAL },
    body: { reason: "A class of thirty, seen together", dryRun: false },
    answer: success({
      action: `appeal.${state}`,
      subject: `appeal:${APPEAL}`,
      applied: true,
      before: { state: "open", ...facts.before },
      after: { state, ...facts.after },
    }),
  };
}

const ofCampaign = {
  id: CLICK,
  clickedAt: CLICKED_AT,
  creatorId: CREATOR,
  creator: "Chris",
  verdict: "valid",
  category: null,
  country: "GB",
  device: "phone",
  network: "carrier",
  price: 0.0015,
  transactionId: TRANSACTION,
  reversalId: null,
  objection: null,
};
const objection = {
  id: OBJECTION,
  state: "open",
  text: "Nobody of these people arrived in the game.",
  filter: { creator: CREATOR, country: "GB" },
  clicks: 11,
  objectedAt: DECIDED_AT,
  answer: null,
  answeredAt: null,
  reversedClicks: 0,
};
const operatedObjection = {
  ...objection,
  campaignId: CAMPAIGN,
  campaign: "Tower of Fun",
  developer: "Dana",
  micros: "16500",
  reversedMicros: "0",
  answeredBy: null,
  record: { upheld: 1, dismissed: 0, objectedClicks: 11, validClicks: 30 },
};
const campaignFilter = { verdict: "valid", category: "VPN traffic", country: "GB" };

export const clickExamples: Examples = {
  "GET /api/campaigns/{id}/clicks": {
    parameters: { ...campaignFilter, cursor: `${Date.parse(CLICKED_AT)}.${CLICK}` },
    answer: page(ofCampaign),
  },
  "GET /api/campaigns/{id}/clicks.csv": {
    parameters: campaignFilter,
    answer: [
      "time,id,creator,creator_id,verdict,category,country,device,network,price,transaction,reversal,objection",
      `${CLICKED_AT},${CLICK},Chris,${CREATOR},valid,,GB,phone,carrier,0.0015,${TRANSACTION},,`,
    ].join("\r\n"),
  },
  "GET /api/campaigns/{id}/clicks.json": {
    parameters: campaignFilter,
    answer: success([ofCampaign]),
  },
  "GET /api/links/{campaignId}/clicks": {
    parameters: { cursor: `${Date.parse(INVALID_AT)}.${INVALID_CLICK}`, verdict: "invalid" },
    answer: page({
      id: INVALID_CLICK,
      clickedAt: INVALID_AT,
      verdict: "invalid",
      ...ipBurst,
      paid: 0,
      judgedInSeconds: null,
      appeal,
      appealUntil: null,
    }),
  },
  "POST /api/links/{campaignId}/clicks/{clickId}/appeal": {
    parameters: { clickId: INVALID_CLICK },
    body: { text },
    answer: withMessage("Thank you. An operator will look at this click.", appeal),
  },
  "GET /api/admin/clicks": {
    parameters: { cursor, after: cursor, signal: "ip_burst" },
    answer: page(listed),
  },
  "GET /api/admin/clicks/groups": {
    parameters: { cursor: `4_${CAMPAIGN}:${CREATOR}`, signal: "ip_burst" },
    answer: {
      ...page({
        ...about,
        address: null,
        clicks: 4,
        held: 0,
        invalid: 4,
        valid: 30,
        heldMicros: "0",
        paidMicros: "45000",
        lastClickedAt: INVALID_AT,
        reason: "ip_burst",
      }),
      from: "2026-11-14T16:04:07.412Z",
      isPartial: false,
    },
  },
  "GET /api/admin/links/suspects": {
    parameters: { campaign: CAMPAIGN, creator: "Chris", sort: "net48" },
    answer: {
      status: "success",
      data: [
        {
          code: CODE,
          campaignId: CAMPAIGN,
          campaign: "Tower of Fun",
          creatorId: CREATOR,
          creator: "Chris",
          disabledBy: null,
          clicks: 334,
          paidMicros: "501000",
          riskMicros: "172444",
          oddPercent: 34.4,
          why: ["39.7 % from 2a0e:97c0:5::/48"],
          examined: 300,
          values: {
            net24: "81.2.69.0/24",
            net48: "2a0e:97c0:5::/48",
            asn: "20712",
            deviceClass: "phone",
            agent: BROWSER,
          },
          figures: {
            net24: 0.3,
            net48: 39.7,
            asn: 46.7,
            deviceClass: 100,
            agent: 15.3,
            fresh: 84,
            returning: 6.3,
            joins: 71.9,
            hour: 3,
            homes: 0,
            payer: 0,
          },
        },
      ],
      from: "2026-11-14T00:00:00.000Z",
      links: 14,
      compared: 14,
    },
  },
  "GET /api/admin/clicks/top": {
    parameters: { by: "/24", with: "country", value: "GB", verdict: "valid", sort: "money" },
    answer: {
      status: "success",
      data: [
        {
          value: "81.2.69.0/24",
          clicks: 30,
          percent: 40,
          valid: 30,
          invalid: 0,
          held: 0,
          unpaid: 0,
          paidMicros: "45000",
          heldMicros: "0",
          links: 1,
          creators: 1,
          devices: 28,
          firstClickedAt: CLICKED_AT,
          lastClickedAt: INVALID_AT,
        },
      ],
      counted: {
        how: "all",
        clicks: 75,
        withoutValue: 0,
        percent: 100,
        from: "2026-11-14T16:04:07.412Z",
      },
    },
  },
  "GET /api/admin/clicks/totals": {
    parameters: { verdict: "flagged", signal: "ip_burst" },
    answer: success({
      clicks: 4,
      held: 0,
      invalid: 4,
      valid: 0,
      heldMicros: "0",
      paidMicros: "0",
      from: "2026-11-14T16:04:07.412Z",
      isPartial: false,
    }),
  },
  "GET /api/admin/clicks/timeline": {
    parameters: { campaign: CAMPAIGN, creator: CREATOR, step: "hour", to: INVALID_AT, count: 2 },
    answer: success({
      step: "hour",
      points: [
        {
          at: "2026-11-20T15:00:00.000Z",
          ...{ valid: 0, held: 0, invalid: 0, unpaid: 0, paidMicros: "0" },
        },
        { at: "2026-11-20T16:00:00.000Z", ...judged, paidMicros: "45000" },
      ],
      isPartial: false,
    }),
  },
  "GET /api/admin/clicks/{id}": {
    parameters: { id: CLICK },
    answer: success({
      ...listed,
      id: CLICK,
      clickedAt: CLICKED_AT,
      verdict: "valid",
      reason: null,
      signals: ["relay"],
      paidMicros: "1500",
      appeal: null,
      recordedAt: "2026-11-20T16:03:20.480Z",
      gameUrl: "https://www.roblox.com/games/920587237/Tower-of-Fun",
      method: "GET",
      deviceKnown: true,
      policyVersion: policy.version,
      overrides: [],
      evidence: [{ signal: "relay", effect: "note", facts: { list: "icloud-private-relay" } }],
      ipData: { version: 41, lists: [{ name: "vpn", version: "9f3c1d2", date: "2026-11-20" }] },
      neighbours: { seconds: policy.windowSeconds, clicks: [], isPartial: false },
      link: { joinedAt: JOINED_AT, disabledAt: null, disabledBy: null, clicks: judged },
      creator: {
        createdAt: REGISTERED_AT,
        suspendedAt: null,
        clicks: judged,
        validPercent: 71.4,
        paidMicros: "45000",
        earningsMicros: "45000",
        debtMicros: "0",
      },
      payment: { transactionId: TRANSACTION, at: SETTLED_AT, reference: `campaign:${CAMPAIGN}` },
      appealId: null,
      appealText: null,
      decisions: [],
      proof: null,
    }),
  },
  "POST /api/admin/clicks/approve": decision("approve", { ids: [INVALID_CLICK], micros: "1500" }),
  "POST /api/admin/clicks/reject": decision("reject", { ids: [INVALID_CLICK], micros: "1500" }),
  "POST /api/admin/clicks/hold": decision("hold", { ids: [INVALID_CLICK], micros: "1500" }),
  "POST /api/admin/clicks/reverse": decision("reverse", { ids: [CLICK], micros: "1500" }),
  "POST /api/admin/clicks/replay": {
    body: { from: "2026-11-20T00:00:00Z", to: "2026-11-21T00:00:00Z", policy: {} },
    answer: success({
      from: "2026-11-20T00:00:00Z",
      to: "2026-11-21T00:00:00Z",
      clicks: 43,
      changed: 4,
      decidedByOperators: 0,
      micros: "6000",
      changes: [
        {
          from: { verdict: "invalid", reason: "ip_burst" },
          to: { verdict: "valid", reason: null },
          clicks: 4,
          micros: "6000",
        },
      ],
      campaigns: [
        { campaignId: CAMPAIGN, name: "Tower of Fun", clicks: 43, changed: 4, micros: "6000" },
      ],
      creators: [{ creatorId: CREATOR, username: "Chris", changed: 4, micros: "6000" }],
      remarks: [],
    }),
  },
  "GET /api/campaigns/{id}/objections": {
    answer: page({ ...objection, cost: 0.0165, returned: 0 }),
  },
  "POST /api/campaigns/{id}/objections": {
    body: { filter: objection.filter, text: objection.text },
    answer: withMessage("Thank you. An operator will look at these clicks.", {
      ...objection,
      cost: 0.0165,
      returned: 0,
    }),
  },
  "GET /api/admin/objections": { answer: page(operatedObjection) },
  "GET /api/admin/objections/{id}": {
    parameters: { id: OBJECTION },
    answer: success({
      ...operatedObjection,
      creators: [
        { creatorId: CREATOR, creator: "Chris", clicks: 11, valid: 11, joined: 0, returned: 0 },
      ],
      items: [
        {
          id: CLICK,
          clickedAt: CLICKED_AT,
          creator: "Chris",
          verdict: "valid",
          country: "GB",
          device: "phone",
        },
      ],
    }),
  },
  "POST /api/admin/objections/{id}/answer": {
    parameters: { id: OBJECTION },
    body: {
      state: "upheld",
      category: "bot_traffic",
      reason: "One machine made all of them",
      dryRun: false,
    },
    answer: success({
      action: "objection.uphold",
      subject: `objection:${OBJECTION}`,
      applied: true,
      before: { state: "open" },
      after: { state: "upheld", reversedClicks: 11, reversedMicros: "16500" },
    }),
  },
  "GET /api/admin/appeals": {
    parameters: { cursor: APPEAL },
    answer: page({
      id: APPEAL,
      clickId: INVALID_CLICK,
      clickedAt: INVALID_AT,
      campaignId: CAMPAIGN,
      campaign: "Tower of Fun",
      creatorId: CREATOR,
      creator: "Chris",
      text,
      appealedAt: APPEALED_AT,
      verdict: "invalid",
      reason: "ip_burst",
      micros: "1500",
      state: "open",
      answer: null,
      answeredBy: null,
      answeredAt: null,
    }),
  },
  "POST /api/admin/appeals/{id}/accept": answered("accepted", {
    before: { verdict: "invalid" },
    after: { verdict: "valid", paidMicros: "1500" },
  }),
  "POST /api/admin/appeals/{id}/decline": answered("declined", { before: {}, after: {} }),
  "GET /api/admin/proposals": {
    parameters: { cursor: CLICK },
    answer: page({
      clickId: CLICK,
      clickedAt: INVALID_AT,
      campaign: "Tower of Fun",
      creator: "Chris",
      address: "81.2.69.142",
      signal: "datacenter",
      evidence: { list: "hosting-asns", date: "2026-11-22", asn: 20712 },
      paidMicros: "1500",
      proposedAt: APPEALED_AT,
    }),
  },
  "POST /api/admin/proposals/{id}/dismiss": {
    parameters: { id: CLICK },
    body: { reason: "A known school", dryRun: false },
    answer: success({
      action: "reversal_proposal.dismiss",
      subject: `click:${CLICK}`,
      applied: true,
      before: { proposed: "datacenter" },
      after: { proposed: null },
    }),
  },
  "GET /api/admin/conversions": {
    parameters: { cursor: `${CLICK}_joined`, click: CLICK, creator: "Chris" },
    answer: page({
      clickId: CLICK,
      event: "joined",
      state: "counted",
      campaignId: CAMPAIGN,
      campaign: "Tower of Fun",
      creatorId: CREATOR,
      creator: "Chris",
      clickedAt: CLICKED_AT,
      happenedAt: ARRIVED_AT,
      receivedAt: "2026-11-20T16:03:59.204Z",
      valueMicros: null,
    }),
  },
};
