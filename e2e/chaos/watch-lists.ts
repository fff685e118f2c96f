import type { Random } from "../world/seeded-random";
import { createApi, readBody } from "./agreement/read-api";
import type { Click } from "./agreement/truth";
import type { Violation } from "./find-violations";
import type { ChaosCampaign } from "./market";

export type Watched = {
  lists: number;
  /** Lists that ended with the sentence that earlier clicks cannot be read now. */
  partial: number;
  exports: number;
  /** Exports that were refused or ended by an error. */
  refused: number;
  violations: Violation[];
};

type Watching = {
  campaigns: readonly ChaosCampaign[];
  /** The clicks before `to`: nothing but their store changes. */
  known: readonly Click[];
  to: Date;
  ports: readonly number[];
  random: Random;
  isOver: () => boolean;
};

const PAUSE_MS = 50;
const PAGE = 100;
const ANSWER_TIMEOUT_MS = 15_000;

/**
 * Lists and exports clicks as developers do, while their days move and the stores come and go. Each list that
 * is answered has every click once, newest first, or all from the time on that it names.
 */
export async function watchLists({ isOver, ...given }: Watching): Promise<Watched> {
  const { campaigns, known, to, ports, random } = given;
  const watched: Watched = { lists: 0, partial: 0, exports: 0, refused: 0, violations: [] };
  while (!isOver()) {
    await Bun.sleep(PAUSE_MS);
    const campaign = random.pick(campaigns);
    const own = known.filter(({ campaignId }) => campaignId === campaign.id).sort(newestFirst);
    const compare = (claim: string, ids: readonly string[], since: Date | null) => {
      const least = own.filter(({ at }) => since === null || at >= since).length;
      // The pages before the one that names a time may have reached further back.
      const expected = own.slice(0, Math.max(least, ids.length)).map(({ id }) => id);
      if (ids.join() === expected.join()) return;
      const rows = [{ campaign: campaign.name, since, listed: ids.length, of: least }];
      watched.violations.push({ claim, rows });
    };
    const origin = `http://127.0.0.1:${random.pick(ports)}`;
    const list = await listToEnd(campaign, { origin, to }).catch(() => null);
    if (list) {
      watched.lists += 1;
      if (list.since) watched.partial += 1;
      compare("a list has every click once while days move", list.ids, list.since);
    }
    const exported = await exportAll(campaign, { origin, to }).catch(() => null);
    watched[exported ? "exports" : "refused"] += 1;
    if (exported) compare("an export has every click once while days move", exported, null);
  }
  return watched;
}

const newestFirst = (a: Click, b: Click) =>
  b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1);

type Place = { origin: string; to: Date };

async function listToEnd({ id, developer }: ChaosCampaign, { origin, to }: Place) {
  const { clicks } = createApi(developer, origin).campaigns[":id"];
  const ids: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const query = { limit: `${PAGE}`, to: to.toISOString(), ...(cursor && { cursor }) };
    const init = { init: { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) } };
    const page = await readBody(clicks.$get({ param: { id }, query }, init));
    ids.push(...page.data.map((click) => click.id));
    if (page.nextCursor === null) return { ids, since: page.since ? new Date(page.since) : null };
    cursor = page.nextCursor;
  }
}

async function exportAll({ id, developer }: ChaosCampaign, { origin, to }: Place) {
  const response = await fetch(`${origin}/api/campaigns/${id}/clicks.csv?to=${to.toISOString()}`, {
    headers: { authorization: `Bearer ${developer.token}` },
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  if (!response.ok) return null;
  const [, ...lines] = (await response.text()).trimEnd().split("\r\n");
  return lines.map((line) => line.split(",")[1] ?? "");
}
