import { MICROS_PER_CENT } from "@fairclick/core/amounts";
import { reasonCategory } from "@fairclick/core/clicks/reasons";
import { JOINED } from "@fairclick/core/conversions/report";
import type { ChaosMarket, Person } from "../market";
import { compareSeries } from "./compare-series";
import type { Compare } from "./comparison";
import { type Api, createApi, micros, readBody } from "./read-api";
import { countAll, countReasons, sumClicks, tally, toFigures } from "./tally";
import { countHeld, countImpressions, narrow, sumConversions, type Truth } from "./truth";
import { VIEWERS_ZONE, viewersDay } from "./viewers-zone";

type Answers = { origin: string; market: ChaosMarket; truth: Truth; compare: Compare };

/** Compares the API responses behind the creators' screens. */
export async function compareCreatorAnswers(given: Answers): Promise<void> {
  const { origin, market, compare } = given;
  const compareOne = async (creator: Person) => {
    const truth = narrow(given.truth, { creatorId: creator.id });
    const about = { creator, market, truth, compare, api: createApi(creator, origin) };
    await compareMoney(about);
    await compareEarnings(about);
    await compareLinks(about);
  };
  await Promise.all(market.creators.map(compareOne));
}

type About = { creator: Person; market: ChaosMarket; truth: Truth; compare: Compare; api: Api };

async function compareMoney({ creator, market, truth, compare, api }: About): Promise<void> {
  const sums = sumClicks(truth.clicks);
  const heldMicros = market.campaigns.reduce((sum, { id, payoutMicros }) => {
    const { held } = sumClicks(narrow(truth, { campaignId: id }).clicks);
    return sum + BigInt(held) * payoutMicros;
  }, 0n);
  const { stats } = await readBody(api.users.dashboard.$get());
  compare(
    `dashboard of ${creator.name}`,
    {
      earned: micros(stats.totalEarnings),
      clicks: stats.totalClicks,
      links: stats.activeLinks,
      pending: micros(stats.pendingPayout),
    },
    {
      earned: sums.micros,
      clicks: truth.clicks.length,
      links: market.campaigns.length,
      pending: 0n,
    },
  );
  const wallet = await readBody(api.wallet.summary.$get());
  compare(
    `wallet of ${creator.name}`,
    {
      earned: micros(wallet.totalEarnings),
      withdrawable: micros(wallet.withdrawableBalance),
      unjudged: micros(wallet.unjudgedClicks),
      held: micros(wallet.heldClicks),
    },
    {
      earned: sums.micros,
      withdrawable: sums.micros - (sums.micros % MICROS_PER_CENT),
      unjudged: 0n,
      held: heldMicros,
    },
  );
}

async function compareEarnings({ creator, market, truth, compare, api }: About): Promise<void> {
  const { days, campaigns, reasons } = await readBody(
    api.wallet.earnings.$get({ query: { days: "7", timeZone: VIEWERS_ZONE } }),
  );
  const place = `earnings of ${creator.name}`;
  const byDay = tally(truth.clicks, ({ at }) => [viewersDay(at)]);
  compare(
    `${place} by day`,
    toFigures(days.map(({ day, clicks, earned }) => [day, { ...clicks, micros: micros(earned) }])),
    toFigures(new Map([...days.map(({ day }) => [day, sumClicks([])] as const), ...byDay])),
  );
  compare(
    `${place} by campaign`,
    toFigures(
      campaigns.map(({ name, clicks, earned }) => [name, { ...clicks, micros: micros(earned) }]),
    ),
    toFigures(
      market.campaigns.map(({ id, name }) => [
        name,
        { ...sumClicks(narrow(truth, { campaignId: id }).clicks), pending: 0 },
      ]),
    ),
  );
  compare(
    `${place}, why not`,
    Object.fromEntries(
      reasons.map(({ verdict, category, clicks }) => [`${verdict}, ${category}`, clicks]),
    ),
    countReasons(truth.clicks, reasonCategory),
  );
}

async function compareLinks({ creator, market, truth, compare, api }: About): Promise<void> {
  const { data: joined } = await readBody(api.campaigns.joined.$get({ query: { limit: "100" } }));
  for (const { id, name } of market.campaigns) {
    const own = narrow(truth, { campaignId: id });
    const sums = sumClicks(own.clicks);
    const expected = { ...sums, total: countAll(sums), pending: 0 };
    const place = `${name} of ${creator.name}`;
    const listed = joined.find(({ _id }) => _id === id);
    compare(
      `${place} among those joined`,
      { ...listed?.clicks, micros: micros(listed?.earnings ?? null) },
      expected,
    );
    const param = { campaignId: id };
    const { stats, conversions } = api.links[":campaignId"];
    const { data } = await readBody(stats.$get({ param }));
    compare(place, { ...data.clicks, micros: micros(data.earnings) }, expected);
    compare(
      `${place}, why not`,
      Object.fromEntries(
        data.reasons.map(({ verdict, category, clicks }) => [`${verdict}, ${category}`, clicks]),
      ),
      countReasons(own.clicks, reasonCategory),
    );
    const { data: insight } = await readBody(conversions.$get({ param }));
    compare(
      `conversions of ${place}`,
      {
        impressions: insight.impressions,
        conversions: insight.conversions,
        waiting: insight.waiting,
      },
      {
        impressions: countImpressions(own),
        conversions: sumConversions(own, JOINED).conversions,
        waiting: countHeld(own),
      },
    );
    await compareSeries(
      {
        place: `statistics of ${place}`,
        truth: own,
        series: async (query) => (await readBody(stats.series.$get({ param, query }))).data.points,
        breakdown: async (query) => (await readBody(stats.breakdown.$get({ param, query }))).data,
      },
      compare,
    );
  }
}
