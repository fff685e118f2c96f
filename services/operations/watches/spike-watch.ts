import { listSpikes, type Spike } from "@fairclick/sql/clicks/spikes";
import type { Problem, Watch } from "./watch";

const MIN_CLICKS = 500;
const FACTOR = 10;
const MAX_SPIKES = 20;

/** Campaigns and links with ten times the clicks of a usual hour, and at least 500. */
export const spikeWatch: Watch = {
  name: "spikes",
  find: async ({ db, now }) => {
    const spikes = await listSpikes(db.sql, {
      at: now(),
      minClicks: MIN_CLICKS,
      factor: FACTOR,
      limit: MAX_SPIKES,
    });
    return spikes.map(describeSpike);
  },
};

function describeSpike({ campaignId, campaign, creatorId, code, clicks, usual }: Spike): Problem {
  const what = code === null ? campaign : `the link ${code} of ${campaign}`;
  const scope = `--campaign ${campaignId}${creatorId ? ` --creator ${creatorId}` : ""}`;
  return {
    subject: code === null ? `campaign:${campaignId}` : `link:${code}`,
    title: `Far more clicks than usual: ${what}`,
    detail: `${clicks} clicks in the last hour, against ${Math.round(usual)} in a usual one.`,
    advice: `\`fairclick clicks list ${scope}\` shows what they are.`,
  };
}
