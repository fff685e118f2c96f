import { reasonCategory, reasonRule } from "@fairclick/core/clicks/reasons";
import { policy } from "@fairclick/core/clicks/release-policy";
import {
  APPEAL_TEXT,
  APPEALED_AT,
  CLICK,
  CLICKED_AT,
  CREATOR,
  type Examples,
  INVALID_AT,
  INVALID_CLICK,
  page,
  success,
  TRANSACTION,
  withMessage,
} from "../reference/story";

const appeal = {
  state: "open",
  text: APPEAL_TEXT,
  answer: null,
  appealedAt: APPEALED_AT,
  answeredAt: null,
};
const ipBurst = {
  category: reasonCategory("ip_burst"),
  rule: reasonRule("ip_burst", policy),
};
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
    body: { text: APPEAL_TEXT },
    answer: withMessage("Thank you. An operator will look at this click.", appeal),
  },
};
