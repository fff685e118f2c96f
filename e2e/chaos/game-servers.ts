import { JOINED } from "@fairclick/core/conversions/report";
import { type Random, seededRandom } from "../world/seeded-random";
import { type ChaosCampaign, PURCHASE } from "./market";

export type Report = { clickId: string; event: string; value?: number };

export type GameServers = {
  /** Records a visitor who arrived by a click; the game may report them. */
  arrive: (campaignId: string, clickId: string) => void;
  /**
   * Reports until `isOver` and then until all reports are answered or the patience runs out.
   * Returns how many remain unanswered.
   */
  reportUntil: (isOver: () => boolean, patienceMs: number) => Promise<number>;
  /** Returns the stored reports, once each, including those of held clicks. */
  stored: () => Report[];
};

const ARRIVALS = 0.5;
const PURCHASES = 0.2;
const AGAIN = 0.1;
const MAX_REPORTS = 500;
const PAUSE_MS = [200, 900] as const;
const ANSWER_TIMEOUT_MS = 10_000;

type Result = { status: string; reason: string | null };

/**
 * Simulates the games' servers. They repeat reports until they are answered, and occasionally send
 * one twice.
 */
export function openGameServers(
  campaigns: readonly ChaosCampaign[],
  { ports, random }: { ports: readonly number[]; random: Random },
): GameServers {
  const waiting = new Map<string, Report[]>(campaigns.map(({ id }) => [id, []]));
  const stored = new Map<string, Report>();

  const reportSome = async ({ id, key }: ChaosCampaign, own: Random) => {
    const reports = waiting.get(id)?.splice(0, MAX_REPORTS) ?? [];
    if (reports.length === 0) return;
    const results = await send(own.pick(ports), { key, reports });
    reports.forEach((report, n) => {
      const result = results?.[n];
      if (result && result.status !== "refused") {
        stored.set(`${report.clickId} ${report.event}`, report);
      }
      // The click is not recorded yet, nothing was answered, or a deliberate duplicate.
      const isOpen = !result || result.reason === "unknown_click";
      if (isOpen || own.next() < AGAIN) waiting.get(id)?.push(report);
    });
  };
  const left = () => [...waiting.values()].reduce((sum, reports) => sum + reports.length, 0);

  return {
    arrive: (campaignId, clickId) => {
      if (random.next() >= ARRIVALS) return;
      waiting.get(campaignId)?.push({ clickId, event: JOINED });
      if (random.next() >= PURCHASES) return;
      const value = Math.floor(random.next() * 5_000_000) / 1_000_000;
      waiting.get(campaignId)?.push({ clickId, event: PURCHASE, value });
    },
    reportUntil: async (isOver, patienceMs) => {
      const servers = campaigns.map(async (campaign) => {
        const own = seededRandom(random.next() * 2 ** 32);
        let patience = patienceMs;
        while (!isOver() || (waiting.get(campaign.id)?.length && patience > 0)) {
          await reportSome(campaign, own);
          const pauseMs = own.between(...PAUSE_MS);
          await Bun.sleep(pauseMs);
          if (isOver()) patience -= pauseMs;
        }
      });
      await Promise.all(servers);
      return left();
    },
    stored: () => [...stored.values()],
  };
}

type Call = { key: string; reports: Report[] };

/** Returns null if there is no usable response. */
async function send(port: number, { key, reports }: Call): Promise<Result[] | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/conversions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify(reports),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const text = await response.text();
    return response.ok ? (JSON.parse(text) as { results: Result[] }).results : null;
  } catch {
    return null;
  }
}
