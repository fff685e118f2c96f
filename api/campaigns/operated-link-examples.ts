import {
  ACT,
  CAMPAIGN,
  CODE,
  CREATOR,
  change,
  clicks,
  type Examples,
  JOINED_AT,
  page,
  SETTLED_AT,
  success,
} from "../reference/story";

const link = `link:${CAMPAIGN}:${CREATOR}`;
const linkFacts = (disabledBy: string | null) => ({ code: CODE, disabledBy });
const linkRow = {
  code: CODE,
  campaignId: CAMPAIGN,
  campaign: "Tower of Fun",
  creatorId: CREATOR,
  creator: "Chris",
  creatorVerified: true,
  joinedAt: JOINED_AT,
  disabledBy: null,
  disabledAt: null,
  clicks,
  paidMicros: "45000",
};
const finding = {
  id: ACT,
  code: CODE,
  campaignId: CAMPAIGN,
  campaign: "Tower of Fun",
  creatorId: CREATOR,
  creator: "Chris",
  state: "open",
  signals: [
    { signal: "link_networks", evidence: { clicks: 500, networks: 488, probability: 1.2e-16 } },
  ],
  fromAt: JOINED_AT,
  foundAt: SETTLED_AT,
  closedAt: null,
  paidMicros: "45000",
  explanation: "A streamer abroad showed my video.",
};

export const operatedLinkExamples: Examples = {
  "GET /api/admin/links": { answer: page(linkRow) },
  "GET /api/admin/links/{code}": {
    answer: success({
      ...linkRow,
      pendingMicros: "3000",
      heldMicros: "1500",
      lastDay: { clicks: 43, paidMicros: "45000" },
      names: [
        {
          name: "bio",
          removed: false,
          valid: 13,
          invalid: 1,
          held: 0,
          unpaid: 0,
          paidMicros: "19500",
        },
      ],
      findings: [finding],
    }),
  },
  "GET /api/admin/link-findings": { answer: page(finding) },
  "POST /api/admin/link-findings/{id}/clear": {
    ...change("link.clear", link, {
      before: { finding: ACT, state: "open" },
      after: { finding: ACT, state: "cleared" },
    }),
    parameters: { id: ACT },
  },
  "POST /api/admin/link-findings/{id}/confirm": {
    ...change("link.confirm", link, {
      before: { finding: ACT, state: "open" },
      after: {
        ...{ finding: ACT, state: "confirmed", reversedClicks: 30, reversedMicros: "45000" },
        ...{ pendingClicks: 0, pendingMicros: "0" },
      },
    }),
    parameters: { id: ACT },
  },
  "POST /api/admin/links/{code}/disable": change("link.disable", link, {
    before: linkFacts(null),
    after: linkFacts("operator"),
  }),
  "POST /api/admin/links/{code}/enable": change("link.enable", link, {
    before: linkFacts("operator"),
    after: linkFacts(null),
  }),
};
