import { reportThanks } from "@fairclick/core/campaigns/report-reasons";
import {
  CAMPAIGN,
  CODE,
  DECIDED_AT,
  type Examples,
  NOW,
  page,
  success,
  why,
} from "../reference/story";

const REPORT = "01a1fd70-f000-7b7c-9d12-84e0a6f35bd2";
const reasons = [
  { reason: "scam", reports: 7 },
  { reason: "other", reports: 4 },
];
const reported = {
  id: REPORT,
  address: "tower-of-fun.example/play",
  host: "tower-of-fun.example",
  state: "open",
  wholeHost: false,
  openedAt: DECIDED_AT,
  ...{ reports: 11, reporters: 8, networks: 5, reasons },
  lastReportedAt: NOW,
  ...{ answer: null, decidedBy: null, decidedAt: null },
};
const decide = (before: string, after: string) => ({
  parameters: { id: REPORT },
  body: why,
  answer: success({
    action: `address.${after}`,
    subject: `address:${REPORT}`,
    before: { state: before, address: reported.address, wholeHost: false },
    after: {
      ...{ state: after, address: reported.address, wholeHost: false },
      campaignsStopped: after === "confirmed" ? 1 : 0,
      campaignsReleased: before === "confirmed" ? 1 : 0,
    },
    applied: true,
  }),
});

export const reportExamples: Examples = {
  "POST /api/campaigns/{id}/report": {
    parameters: { id: CAMPAIGN },
    body: { reason: "scam", text: "The page asked for my password." },
    answer: { status: "success", message: reportThanks() },
  },
  "GET /api/admin/reports": { answer: page(reported) },
  "GET /api/admin/reports/{id}": {
    parameters: { id: REPORT },
    answer: success({
      ...reported,
      items: [
        {
          reason: "scam",
          text: "The page asked for my password.",
          signedIn: false,
          campaign: "Tower of Fun",
          code: CODE,
          reportedAt: NOW,
        },
      ],
    }),
  },
  "POST /api/admin/reports/{id}/confirm": decide("open", "confirmed"),
  "POST /api/admin/reports/{id}/dismiss": decide("open", "dismissed"),
  "POST /api/admin/reports/{id}/reopen": decide("confirmed", "open"),
};
