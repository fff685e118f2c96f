import { campaignInput, type Person } from "@fairclick/api/testing/people";
import type { Click } from "@fairclick/core/clicks/click";
import { asId, type CampaignId } from "@fairclick/core/ids";
import { noIpData } from "@fairclick/core/ip/ip-data";
import { releaseEscrows } from "@fairclick/services/campaigns/budget";
import { decideClicks } from "@fairclick/services/clicks/decide-clicks";
import { expireHeldClicks } from "@fairclick/services/clicks/held-clicks";
import { recordOrPark } from "@fairclick/services/clicks/record-clicks";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import type { OutgoingMail } from "@fairclick/services/notices/deliver-mail";
import { operatorCtx } from "@fairclick/services/testing/operator-ctx";
import { makeClickPartitions } from "@fairclick/sql/clicks/retention";
import { deliverMailJob, deliverWebhooksJob } from "@fairclick/worker/jobs";
import { afterAll } from "vitest";
import { addPerson, onboard, signIn } from "../payments/money";
import { pay } from "../payments/payer";
import type { StripeApp } from "../payments/stripe-app";
import { seededRandom } from "../world/seeded-random";

export type MonthSize = { developers: number; creators: number; clicks: number };

/** A webhook's event as its receiver got it. */
export type ReceivedEvent = { to: string; type: string; data: Record<string, unknown> };

export type Month = {
  developers: Person[];
  creators: Person[];
  /** Creators who deleted their accounts: they cannot ask for their figures any more. */
  gone: Set<string>;
  campaigns: { id: CampaignId; developer: Person }[];
  mails: OutgoingMail[];
  events: ReceivedEvent[];
};

const DAY_MS = 86_400_000;
const DAYS = 30;
/** The clocks of the app and of Stripe start this long ago. */
export const MONTH_MS = (DAYS + 1) * DAY_MS;

export const userAgents = [
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
];

/**
 * Lets a market live for a month that ends now. People act through the API, clicks go the way of the
 * worker's jobs, and Stripe is the stand-in: no figure that is compared afterwards is written by hand.
 */
export async function liveMonth(app: StripeApp, size: MonthSize): Promise<Month> {
  const begin = Date.now() - MONTH_MS;
  const goTo = async (day: number) => {
    app.clock.at = new Date(begin + day * DAY_MS);
    if (day > 0) await app.standIn.control("clock/advance", { seconds: 86_400 });
  };
  await goTo(0);
  await makeClickPartitions(app.db.sql, { from: new Date(begin - DAY_MS), to: new Date() });
  const world = await openWorld(app, size);
  await openCampaigns(world, size);
  for (let day = 1; day <= DAYS; day += 1) {
    await goTo(day);
    await visit(world, { day, clicks: Math.ceil(size.clicks / DAYS) });
    await act(world, day);
    await app.settle();
    // A mail that waits for two days is given up.
    if (day % 2 === 0) await deliver(world);
  }
  await goTo(DAYS + 1);
  await judge(world);
  await deliver(world);
  // Sessions that were not used for a month have ended.
  for (const person of [...world.month.developers, ...world.month.creators]) {
    if (!world.month.gone.has(person.id)) person.token = await signIn(app, person.id);
  }
  return world.month;
}

/** Adds people who receive mails and webhooks. */
export async function openWorld(
  app: StripeApp,
  { developers, creators }: Omit<MonthSize, "clicks">,
): Promise<World> {
  const { clock, db, owner } = app;
  const post = await openPost(app);
  const people = async (count: number, name: string) => {
    const made: Person[] = [];
    for (let n = 1; n <= count; n += 1) {
      const person = await addPerson(app);
      const username = `${name}${n}-${person.id.slice(-6)}`;
      await owner`
        update users set username = ${username}, email_verified_at = now() where id = ${person.id}`;
      const { events } = await call({ app }, person, ["GET", "/api/webhooks"]);
      const names = events.map((event: { name: string }) => event.name);
      const hook = { url: `${post.origin}/${person.id}`, events: names };
      await call({ app }, person, ["POST", "/api/webhooks", hook]);
      made.push({ ...person, username });
    }
    return made;
  };
  const month: Month = {
    developers: await people(developers, "developer"),
    creators: await people(creators, "creator"),
    gone: new Set(),
    campaigns: [],
    mails: post.mails,
    events: post.events,
  };
  return { app, month, post, operator: await operatorCtx(db, owner, () => clock.at) };
}

/** What the steps of a month share. */
export type World = {
  app: StripeApp;
  month: Month;
  post: Post;
  operator: Awaited<ReturnType<typeof operatorCtx>>;
};

type Post = {
  origin: string;
  mails: OutgoingMail[];
  events: ReceivedEvent[];
  deps: StripeApp["workerDeps"];
};

/** Receives all mails and all webhooks. */
async function openPost(app: StripeApp): Promise<Post> {
  const mails: OutgoingMail[] = [];
  const events: ReceivedEvent[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const { type, data } = (await request.json()) as Omit<ReceivedEvent, "to">;
      events.push({ to: new URL(request.url).pathname.slice(1), type, data });
      return new Response();
    },
  });
  afterAll(() => server.stop(true));
  const mailer = { send: async (mail: OutgoingMail) => void mails.push(mail), close: () => {} };
  const deps = { ...app.workerDeps, mailer };
  return { origin: `http://127.0.0.1:${server.port}`, mails, events, deps };
}

/** Everybody calls from another address: one network may not read everybody's files. */
export function homeAddress({ id }: Person): string {
  const bytes = id.slice(-6).match(/../g) ?? [];
  return ["11", ...bytes.map((byte) => Number.parseInt(byte, 16))].join(".");
}

export async function call(
  { app }: Pick<World, "app">,
  person: Person,
  request: readonly [method: string, path: string, json?: object | undefined],
) {
  const [method, path, json] = request;
  const options = { token: person.token, ip: homeAddress(person), ...(json && { json }) };
  const answer = await app.call(method, path, options);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.json;
}

/** The operator starts the processes again with another `FEE_PERCENT`: campaigns of before keep theirs. */
function setFee({ app }: World, feeBasisPoints: number): void {
  Object.assign(app.deps.config, { feeBasisPoints });
}

/** Each developer pays and launches a campaign; all creators join three. Half of them have another fee. */
async function openCampaigns(world: World, { clicks, developers }: MonthSize) {
  const { app, month } = world;
  for (const [n, developer] of month.developers.entries()) {
    setFee(world, n % 2 === 0 ? 1_000 : 725);
    const payoutPerClick = (1_011 + 37 * n) / 1e6;
    // The second one's budget is spent before the end.
    const share = n === 1 ? 0.3 : 3;
    const budget = Math.max(1, Math.ceil((clicks / developers) * payoutPerClick * share));
    await pay(app, developer, budget * 100 + 5_000);
    const days = (count: number) =>
      new Date(app.clock.at.getTime() + count * DAY_MS).toISOString().slice(0, 10);
    await launch(world, developer, {
      ...{ name: `Game ${n + 1}`, payoutPerClick, budget },
      ...{ startDate: days(0), endDate: days(n === 2 ? 22 : 60) },
    });
  }
  for (const [n, creator] of month.creators.entries()) {
    for (const more of [0, 1, 2]) {
      const { id } = month.campaigns[(n + more * 3) % month.campaigns.length] ?? {};
      await call(world, creator, ["POST", `/api/campaigns/join/${id}`]).catch((error: Error) => {
        if (!error.message.includes("already")) throw error;
      });
    }
  }
}

/** The day's visits: people, programs, people who come twice, and a house with one address. */
async function visit({ app }: World, { day, clicks }: { day: number; clicks: number }) {
  const links = await app.db.sql<{ campaignId: string; creatorId: string }[]>`
    select campaign_id as "campaignId", creator_id as "creatorId" from links
    where disabled_at is null order by campaign_id, creator_id`;
  const random = seededRandom(day);
  const byte = () => Math.floor(random.between(1, 255));
  const from = app.clock.at.getTime() - 20 * 3_600_000;
  let last: Click | null = null;
  const visits = Array.from({ length: clicks }, (_, n): Click => {
    const at = from + Math.floor((n * 18 * 3_600_000) / clicks);
    const kind = random.between(0, 100);
    const link = random.pick(links);
    const again = kind < 8 && last ? last : null;
    last = newClick({
      ...(again ?? link),
      at,
      ip: again?.ip ?? (kind < 20 ? `81.7.${day}.9` : `81.${byte()}.${byte()}.${byte()}`),
      device: again?.device ?? crypto.randomUUID(),
      userAgent: kind > 92 ? "python-requests/2.32" : random.pick(userAgents),
    });
    return last;
  });
  for (let start = 0; start < visits.length; start += 500) {
    await recordOrPark(app.ctx, visits.slice(start, start + 500));
  }
  await judge({ app });
}

type Visit = Pick<Click, "campaignId" | "creatorId" | "at" | "ip" | "device" | "userAgent">;

/** A click of a browser that follows a link on TikTok. */
export function newClick({ campaignId, creatorId, at, ip, device, userAgent }: Visit): Click {
  return {
    ...{ campaignId, creatorId, at, ip, device, userAgent },
    id: Bun.randomUUIDv7("hex", at),
    method: "GET",
    referrer: "https://www.tiktok.com/",
    acceptLanguage: "en-GB,en;q=0.9",
    purpose: null,
    secFetchDest: "document",
    secFetchMode: "navigate",
    secFetchSite: "cross-site",
    ...{ secChUa: null, secChUaMobile: null, secChUaPlatform: null, secure: false, unpaid: null },
  };
}

export async function judge({ app }: Pick<World, "app">) {
  const watermark = new Date(app.clock.at.getTime() - 65_000);
  await settleClicks(app.ctx, {
    ...{ watermark, windowSeconds: 60, shard: 0, shards: 1, batchSize: 20_000 },
  });
  await expireHeldClicks(app.ctx, { ipData: noIpData, windowSeconds: 60 });
  await releaseEscrows(app.ctx, { watermark });
}

/** Lets Stripe's events, all mails and all webhooks arrive. */
export async function deliver({ app, post }: World) {
  await app.settle();
  const waiting = async () => {
    const [row] = await app.db.sql<{ waiting: number }[]>`
      select (select count(*) from notices where mail_due_at <= ${app.clock.at})::int
        + (select count(*) from webhook_deliveries where due_at <= ${app.clock.at})::int as waiting`;
    return row?.waiting ?? 0;
  };
  for (let round = 0; round < 100; round += 1) {
    await deliverMailJob.run(post.deps, {});
    await deliverWebhooksJob.run(post.deps, {});
    if ((await waiting()) === 0) return;
  }
  throw new Error(`${await waiting()} mails and events wait`);
}

/** What happens on certain days, besides visits. */
async function act(world: World, day: number): Promise<void> {
  const { app, month, operator } = world;
  const { campaigns, creators, developers } = month;
  const at = <Item>(items: readonly Item[], n: number): Item => {
    const item = items[n % items.length];
    if (item === undefined) throw new Error("Nobody is there");
    return item;
  };
  const own = (n: number) => at(campaigns, n);
  const onOwn = (n: number, path: string, json?: object, method = "POST") =>
    call(world, own(n).developer, [method, `/api/campaigns/${own(n).id}${path}`, json]);
  const price = (n: number, payoutPerClick: number) => onOwn(n, "/price", { payoutPerClick });
  switch (day) {
    case 3:
      await price(0, 0.0021);
      return void (await price(3, 0.001773));
    case 5:
      return void (await call(world, at(developers, 0), [
        ...(["POST", "/api/stripe/refunds"] as const),
        { amount: 1_234, requestId: crypto.randomUUID() },
      ]));
    case 6:
      return void (await onOwn(4, "/budget", { amount: 5, requestId: crypto.randomUUID() }));
    case 7:
      setFee(world, 1_250);
      await pay(app, at(developers, 5), 9_900);
      return openAnother(world, at(developers, 5));
    case 8:
      return void (await price(0, 0.0013));
    case 9:
      return withdrawAll(
        world,
        creators.filter((_, n) => n % 3 === 0),
      );
    case 11:
      return object(world, { campaign: own(0), act: "accept" });
    case 12:
      return object(world, { campaign: own(3), act: "decline" });
    case 14:
      return dispute(world, { developer: at(developers, 6), status: "lost" });
    case 15:
      return dispute(world, { developer: at(developers, 7), status: "won" });
    case 16: {
      const rest = { reason: "Looked at", dryRun: false };
      const group = (n: number) => ({ group: { campaignId: own(n).id } });
      await decideClicks(operator, { action: "approve", clicks: group(4), ...rest });
      return void (await decideClicks(operator, { action: "reject", clicks: group(3), ...rest }));
    }
    case 18:
      return reverse(world, at(creators, 0));
    case 20:
      return withdrawAll(
        world,
        creators.filter((_, n) => n % 3 === 1),
      );
    case 21:
      return failPayout(world);
    case 19:
      return leave(world, at(creators, 5));
    case 24: {
      const [spender] = await withEarnings(world, creators.slice(6));
      if (!spender) return;
      const json = { amount: 1, requestId: crypto.randomUUID() };
      return void (await call(world, spender, ["POST", "/api/wallet/spend-earnings", json]));
    }
    case 26:
      return void (await onOwn(8, "/end"));
    case 28:
      return withdrawAll(
        world,
        creators.filter((_, n) => n % 3 === 2),
      );
  }
}

async function openAnother(world: World, developer: Person) {
  const id = await launch(world, developer, {
    ...{ name: "Late game", payoutPerClick: 0.000_777, budget: 90 },
    endDate: new Date(world.app.clock.at.getTime() + 60 * DAY_MS).toISOString().slice(0, 10),
  });
  for (const creator of world.month.creators.slice(0, 5)) {
    await call(world, creator, ["POST", `/api/campaigns/join/${id}`]);
  }
}

/** Launches a campaign from the developer's wallet. */
export async function launch(
  world: World,
  developer: Person,
  { name, ...changes }: Record<string, unknown>,
): Promise<CampaignId> {
  const input = campaignInput(world.app, { name, gameTitle: name, ...changes });
  const { data } = await call(world, developer, ["POST", "/api/campaigns", input]);
  const id = asId<CampaignId>(data._id);
  world.month.campaigns.push({ id, developer });
  return id;
}

/** Those who have at least a cent that they can withdraw. */
async function withEarnings(world: World, people: readonly Person[]) {
  const found: (Person & { cents: number })[] = [];
  for (const person of people) {
    if (world.month.gone.has(person.id)) continue;
    const wallet = await call(world, person, ["GET", "/api/wallet/summary"]);
    const cents = Math.round(wallet.withdrawableBalance * 100);
    if (cents > 0) found.push({ ...person, cents });
  }
  return found;
}

export async function withdrawAll(world: World, people: readonly Person[]) {
  for (const person of await withEarnings(world, people)) {
    await onboard(world.app, person);
    const json = { amount: person.cents, requestId: crypto.randomUUID() };
    await call(world, person, ["POST", "/api/stripe/withdraw", json]);
  }
}

async function object(
  world: World,
  { campaign, act }: { campaign: Month["campaigns"][number]; act: "accept" | "decline" },
) {
  const { app } = world;
  const path = `/api/campaigns/${campaign.id}`;
  const { data: links } = await call(world, campaign.developer, ["GET", `${path}/links`]);
  const [best] = links.toSorted((a: { paid: number }, b: { paid: number }) => b.paid - a.paid);
  const text = "Nobody of these visitors reached the game.";
  const since = new Date(app.clock.at.getTime() - 3 * DAY_MS).toISOString();
  const filter = { creator: best.userId, from: since };
  const { data } = await call(world, campaign.developer, [
    "POST",
    `${path}/objections`,
    { filter, text },
  ]);
  const { token } = await app.addOperator(`operator-${act}`);
  const answer = await app.call("POST", `/api/admin/cases/${data.id}/${act}`, {
    token,
    json: {
      reason: "The game's reports say so.",
      ...(act === "accept" && { category: "bot_traffic" }),
    },
  });
  if (answer.status !== 200) throw new Error(answer.text);
}

async function dispute(
  { app }: World,
  { developer, status }: { developer: Person; status: "lost" | "won" },
) {
  const charges = await app.deps.stripe?.charges.list({ limit: 100 });
  const [row] = await app.owner<{ intent: string }[]>`
    select payment_intent_id as intent from deposits
    where user_id = ${developer.id} and status = 'completed'`;
  const charge = charges?.data.find(({ payment_intent: intent }) => intent === row?.intent);
  if (!charge) throw new Error("No charge");
  await app.standIn.control("disputes/open", { charge: charge.id });
  await app.settle();
  const disputes = await app.deps.stripe?.disputes.list({ limit: 100 });
  const open = disputes?.data.find((each) => each.charge === charge.id);
  await app.standIn.control("disputes/close", { dispute: open?.id ?? "", status });
  await app.settle();
}

/** Takes back a day of a creator who has withdrawn, so that a debt remains. */
async function reverse({ app, operator }: World, creator: Person) {
  const since = new Date(app.clock.at.getTime() - 12 * DAY_MS).toISOString();
  const group = { creatorIds: [creator.id], from: since };
  const decision = { clicks: { group }, reason: "A farm", dryRun: false };
  await decideClicks(operator, { action: "reverse", category: "bot_traffic", ...decision });
}

async function failPayout({ app }: World) {
  const [row] = await app.owner<{ payout: string | null }[]>`
    select payout_id as payout from withdrawals
    where status = 'completed' and payout_id is not null order by requested_at desc limit 1`;
  if (row?.payout) {
    await app.standIn.control("payouts/fail", { payout: row.payout, code: "account_closed" });
  }
}

async function leave(world: World, person: Person) {
  const json = { giveUpWalletCents: 0, giveUpEarnings: true };
  await call(world, person, ["POST", "/api/users/profile/delete", json]);
  world.month.gone.add(person.id);
}
