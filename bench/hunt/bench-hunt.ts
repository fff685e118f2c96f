import { makeMarket } from "@fairclick/e2e/world/market";
import { judgeSuspects } from "@fairclick/services/clicks/suspects";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import type { Db, Sql } from "@fairclick/sql/db/client";
import { fillCounters } from "../growth/fill-counters";
import { fillClicks } from "../growth/fill-history";
import { describeMachine } from "../report/describe-machine";
import { printTable } from "../report/print-table";
import { computeSpread, type Spread, show } from "../report/statistics";
import { openApiWorld } from "../world/api-world";
import { addHomes } from "./add-homes";
import { listHuntQueries } from "./hunt-queries";

type Options = {
  clicks: number;
  links: number;
  rounds: number;
  /** Directory that keeps the filled database for the next run, or null to delete it. */
  folder: string | null;
};

const CREATORS = 20;
/** Max clicks that an answer about single clicks reads. The limit is a multiple of the time that this takes. */
const READ_CLICKS = 100_000;
/** An answer may take this many times as long as reading `READ_CLICKS`, however many clicks are stored. */
const MAX_READS = 10;
const MIN_LIMIT_MS = 2_000;
/** What the list of suspects may take with a million clicks, and with twenty. */
const SUSPECTS_MS = { few: 1_000, many: 3_000 };

/**
 * Times what an operator reads while looking for fraud, called as the API calls it, on clicks of thirteen
 * months, two fifths of them in the last day, and two fifths on one link. The limit is measured in the same run and does not grow with
 * the number of stored clicks. Returns whether all medians are within it.
 */
export async function benchHunt(options: Options): Promise<boolean> {
  const { clicks, rounds, folder } = options;
  const world = await openApiWorld(folder, { durable: false });
  try {
    const { db, owner } = world;
    const hunted = (await findBusiestLink(owner)) ?? (await fill({ db, owner }, options));
    console.log(describeMachine());
    const reference = await time(rounds, () => readClicks(owner));
    const limitMs = Math.max(MIN_LIMIT_MS, MAX_READS * reference.median);
    const rows: string[][] = [["reading 100,000 clicks", show(reference, 0), ""]];
    let isWithin = true;
    const startedAt = performance.now();
    const measured = await judgeSuspects(systemCtx(db));
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    rows.push([`judge-suspects, ${measured} links with new clicks`, `${seconds} s`, "a job"]);
    const suspectsMs = clicks > 1_000_000 ? SUSPECTS_MS.many : SUSPECTS_MS.few;
    for (const { name, read } of listHuntQueries(db, hunted)) {
      const outcome = await time(rounds, read).catch((error: Error) => error);
      const mostMs = name.startsWith("suspects") ? suspectsMs : limitMs;
      const isSlow = outcome instanceof Error || outcome.median > mostMs;
      if (isSlow) isWithin = false;
      const figure = outcome instanceof Error ? outcome.message : show(outcome, 0);
      rows.push([name, figure, isSlow ? "too slow" : "within the limit"]);
    }
    const limit = `limit ${Math.round(limitMs)} ms`;
    printTable(
      [`${clicks.toLocaleString("en-US")} clicks`, "ms, median (least–most)", limit],
      rows,
    );
    console.log(describeMachine());
    return isWithin;
  } finally {
    await world.close();
  }
}

type Filling = { db: Db; owner: Sql };

async function fill({ db, owner }: Filling, { clicks, links: count }: Options) {
  const campaigns = Math.max(1, Math.round(count / CREATORS));
  const links = await makeMarket(db, owner, {
    campaigns,
    creators: CREATORS,
    budgetClicks: () => 1_000,
  });
  const startedAt = performance.now();
  const sinceStart = () => `${Math.round((performance.now() - startedAt) / 1_000)} s`;
  await fillClicks(owner, { links, isUneven: true, ofOneLink: 0.4 }, { stored: clicks });
  console.log(`${clicks.toLocaleString("en-US")} clicks stored in ${sinceStart()}`);
  await fillCounters(owner);
  await addHomes(owner);
  await owner`vacuum analyze click_quarters, click_days, link_outcomes, links, presences`;
  console.log(`Their counters too in ${sinceStart()}\n`);
  const hunted = await findBusiestLink(owner);
  if (!hunted) throw new Error("There is no link to query");
  return hunted;
}

/** Returns null if the database is not filled yet. */
async function findBusiestLink(owner: Sql) {
  const [found] = await owner<{ campaignId: string; creatorId: string; code: string }[]>`
    select k.campaign_id as "campaignId", k.creator_id as "creatorId", k.code
    from link_outcomes o join links k using (campaign_id, creator_id)
    where exists (select from presences) order by o.valid desc limit 1`;
  return found ?? null;
}

async function readClicks(owner: Sql): Promise<void> {
  await owner`
    select count(*), sum(length(device_key)), count(distinct ip_key) from (
      select * from visited_clicks where clicked_at > now() - interval '1 day' limit ${READ_CLICKS}
    ) c`;
}

export async function time(rounds: number, read: () => Promise<unknown>): Promise<Spread> {
  await read();
  const durations: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await read();
    durations.push(performance.now() - startedAt);
  }
  return computeSpread(durations);
}
