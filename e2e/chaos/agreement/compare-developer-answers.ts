import { reasonCategory } from "@fairclick/core/clicks/reasons";
import { JOINED } from "@fairclick/core/conversions/report";
import { type ChaosCampaign, type ChaosMarket, PURCHASE } from "../market";
import { compareSeries } from "./compare-series";
import type { Compare } from "./comparison";
import { type Api, createApi, micros, readBody } from "./read-api";
import { countAll, countReasons, sumClicks, toFigures } from "./tally";
import { addFees, countHeld, countImpressions, narrow, sumConversions, type Truth } from "./truth";

type Answers = { origin: string; market: ChaosMarket; truth: Truth; compare: Compare };

/** Compares the API responses behind the developers' campaign screens. */
export async function compareDeveloperAnswers(given: Answers): Promise<void> {
  const { origin, market, compare } = given;
  const compareOne = async (campaign: ChaosCampaign) => {
    const truth = narrow(given.truth, { campaignId: campaign.id });
    const about = { campaign, truth, compare, api: createApi(campaign.developer, origin) };
    await compareTotals(about);
    await compareConversions(about, market);
    await compareLinks(about, market);
    const param = { id: campaign.id };
    const { stats } = about.api.campaigns[":id"];
    await compareSeries(
      {
        place: `statistics of ${campaign.name}`,
        truth: { ...truth, clicks: addFees(truth.clicks) },
        series: async (query) => (await readBody(stats.series.$get({ param, query }))).data.points,
        breakdown: async (query) => (await readBody(stats.breakdown.$get({ param, query }))).data,
      },
      compare,
    );
  };
  await Promise.all(market.campaigns.map(compareOne));
}

type About = { campaign: ChaosCampaign; truth: Truth; compare: Compare; api: Api };

async function compareTotals({ campaign, truth, compare, api }: About): Promise<void> {
  const { id, name, budgetMicros, payoutMicros, feeMicros } = campaign;
  const costMicros = payoutMicros + feeMicros;
  const sums = sumClicks(truth.clicks);
  const { micros: spent } = sumClicks(addFees(truth.clicks));
  const left = budgetMicros - spent;
  const counts = { ...sums, micros: spent, total: countAll(sums), pending: 0 };
  const impressions = countImpressions(truth);

  const { data: stats } = await readBody(api.campaigns[":id"].stats.$get({ param: { id } }));
  compare(
    `totals of ${name}`,
    {
      ...stats.clicks,
      micros: micros(stats.spend),
      reserved: micros(stats.reserved),
      left: micros(stats.budgetRemaining),
      claimed: micros(stats.held),
      "per click": micros(stats.costPerClick),
    },
    {
      ...counts,
      reserved: budgetMicros,
      left,
      claimed: BigInt(sums.held) * costMicros,
      "per click": sums.valid > 0 ? costMicros : null,
    },
  );
  const reasons = stats.reasons.map(({ verdict, category, clicks }) => [
    `${verdict}, ${category}`,
    clicks,
  ]);
  compare(
    `reasons of ${name}`,
    Object.fromEntries(reasons),
    countReasons(truth.clicks, reasonCategory),
  );

  const { data: own } = await readBody(api.campaigns["my-campaigns"].$get({ query: {} }));
  const { data: shown } = await readBody(api.campaigns[":id"].$get({ param: { id } }));
  for (const [place, answer] of [
    [`${name} among one's own`, own.find(({ _id }) => _id === id)],
    [`${name} as everybody sees it`, shown],
  ] as const) {
    compare(
      place,
      {
        total: answer?.totalClicks ?? null,
        impressions: answer?.impressions ?? null,
        used: micros(answer?.budgetUsed ?? null),
        left: micros(answer?.budgetRemaining ?? null),
      },
      { total: countAll(sums), impressions, used: spent, left },
    );
  }
  const { micros: _, ...expected } = counts;
  compare(
    `clicks of ${name} among one's own`,
    { ...own.find(({ _id }) => _id === id)?.clicks },
    expected,
  );
}

async function compareConversions(
  { campaign, truth, compare, api }: About,
  { creators }: ChaosMarket,
): Promise<void> {
  const { id, name } = campaign;
  const { data } = await readBody(api.campaigns[":id"].conversions.$get({ param: { id } }));
  const [joined, bought] = [sumConversions(truth, JOINED), sumConversions(truth, PURCHASE)];
  compare(
    `conversions of ${name}`,
    {
      conversions: data.conversions,
      value: micros(data.value),
      waiting: data.waiting,
      ...toFigures(
        data.events.map((each) => [each.event, { n: each.conversions, value: micros(each.value) }]),
      ),
    },
    {
      conversions: joined.conversions,
      value: joined.valueMicros + bought.valueMicros,
      waiting: countHeld(truth),
      ...toFigures([
        [JOINED, { n: joined.conversions, value: joined.valueMicros }],
        [PURCHASE, { n: bought.conversions, value: bought.valueMicros }],
      ]),
    },
  );
  compare(
    `conversions of ${name} by creator`,
    toFigures(
      data.creators.map((creator) => [
        creator.username,
        {
          impressions: creator.impressions,
          clicks: creator.validClicks,
          conversions: creator.conversions,
          value: micros(creator.value),
        },
      ]),
    ),
    toFigures(
      creators.map(({ id: creatorId, name: own }) => [
        own,
        describeCreator(narrow(truth, { creatorId })),
      ]),
    ),
  );
}

function describeCreator(own: Truth) {
  const [joined, bought] = [sumConversions(own, JOINED), sumConversions(own, PURCHASE)];
  return {
    impressions: countImpressions(own),
    clicks: sumClicks(own.clicks).valid,
    conversions: joined.conversions,
    value: joined.valueMicros + bought.valueMicros,
  };
}

async function compareLinks({ campaign, truth, compare, api }: About, { creators }: ChaosMarket) {
  const { id, name } = campaign;
  const { data } = await readBody(api.campaigns[":id"].links.$get({ param: { id }, query: {} }));
  compare(
    `links of ${name}`,
    toFigures(
      data.map(({ username, clicks, paid }) => [username, { ...clicks, micros: micros(paid) }]),
    ),
    toFigures(
      creators.map((creator) => {
        const sums = sumClicks(narrow(truth, { creatorId: creator.id }).clicks);
        return [creator.name, { ...sums, total: countAll(sums), pending: 0 }];
      }),
    ),
  );
}
