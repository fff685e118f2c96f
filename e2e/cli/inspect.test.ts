import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@fairclick/api/client";
import { addFunds } from "@fairclick/dev/demo/add-funds";
import { launchCampaigns, neededCents } from "@fairclick/dev/demo/campaigns";
import { demoPeople } from "@fairclick/dev/demo/people";
import { readBody } from "@fairclick/dev/demo/read-body";
import { signIn } from "@fairclick/dev/demo/sign-in";
import { connectAsOwner } from "@fairclick/sql/db/client";
import { insertJudgedClicks } from "@fairclick/sql/testing/insert-judged-clicks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeDataDir, type Stack, startStack } from "../stack";
import { openTerminal, type Person } from "../terminal";
import { declaredBots, follow, people, repeatClicker } from "../visitors";

const WINDOW_SECONDS = 3;
const BOTS = 100;
const ENTER = "\r";
const CTRL_C = "\u0003";
const PAGE_DOWN = "\u001b[6~";

let stack: Stack;
let creator: Client;
let link: string;

beforeAll(async () => {
  stack = await startStack({
    env: { CLICK_WINDOW_SECONDS: String(WINDOW_SECONDS), TRUSTED_PROXIES: "127.0.0.0/8,::1/128" },
  });
  const developer = await signIn(stack.appUrl, demoPeople.developer);
  creator = await signIn(stack.appUrl, demoPeople.creator);
  await addFunds(developer, neededCents());
  await launchCampaigns(developer);
  link = await joinCampaign("Tower of Tides");
});

afterAll(async () => {
  await stack?.stop();
  if (stack) removeDataDir(stack);
});

async function joinCampaign(name: string): Promise<string> {
  const { data: joinable } = await readBody(await creator.api.campaigns.$get({ query: {} }));
  const id = joinable.find(({ gameTitle }) => gameTitle === name)?._id ?? "";
  await readBody(await creator.api.campaigns.join[":id"].$post({ param: { id } }));
  const { data: joined } = await readBody(await creator.api.campaigns.joined.$get({ query: {} }));
  return joined[0]?.redirectLink ?? "";
}

/** A program follows the honeypot at these people's addresses: other devices there are held. */
async function springTrap({ ip }: { ip: string }): Promise<void> {
  await fetch(`${stack.appUrl}/api/clicks/trap/archive`, {
    headers: { "user-agent": "another device", "x-forwarded-for": ip },
  });
}

/** Added one by one to fix their order: many bots, then people, two of them held. */
async function makeFlaggedClicks(): Promise<void> {
  for (const bot of declaredBots(BOTS)) await follow(link, bot);
  for (const person of people(2)) await springTrap(person);
  await Bun.sleep(2 * WINDOW_SECONDS * 1_000);
  for (const visitor of [...people(2), ...repeatClicker(4)]) await follow(link, visitor);
  await expect
    .poll(counts, { interval: 500 })
    .toMatchObject({ invalid: BOTS + 4, held: 2, valid: 0, pending: 0 });
}

async function seeAllJudged(): Promise<void> {
  await expect.poll(async () => (await counts()).pending, { interval: 500 }).toBe(0);
}

/** Adds more flagged clicks, spread over the last two days. */
async function addFlaggedClicks(clicks: number): Promise<void> {
  const settings = JSON.parse(readFileSync(join(stack.dataDir, "settings.json"), "utf8"));
  const db = connectAsOwner(settings.DATABASE_OWNER_URL);
  await insertJudgedClicks(
    db.sql,
    db.sql`
      select gen_random_uuid() as id, date_trunc('second', now()) - n * interval '3 s' as clicked_at, l.campaign_id,
        l.creator_id, '10.0.0.0'::inet + n as ip_key, n::text as device_key,
        '[{"signal": "known_bot", "evidence": {}}]'::jsonb as signals, 'invalid' as verdict, 'known_bot' as reason,
        2 as policy_version
      from links l, generate_series(1, ${clicks}::int) n`,
  );
  await db.end();
}

async function counts() {
  const { data } = await readBody(await creator.api.campaigns.joined.$get({ query: {} }));
  const [own] = data;
  if (!own) throw new Error("The creator has joined nothing");
  return own.clicks;
}

const sizes = { small: { columns: 80, rows: 24 }, large: { columns: 200, rows: 50 } };

function inspect(size = sizes.small, args: string[] = []): Person {
  return openTerminal({ args: ["inspect", ...args], ...size, env: { DATA_DIR: stack.dataDir } });
}

/** Replaces what differs on each run: times, ids, codes. */
function masked(frame: string): string {
  const text = frame
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "YYYY-MM-DD hh:mm:ss")
    .replace(/\d\d-\d\d \d\d:\d\d:\d\d/g, "MM-DD hh:mm:ss")
    .replace(/[-+]\d:\d\d /g, "±m:ss ")
    .replace(/live, \d+ s old/g, "live, N s old")
    .replace(/policy \d+/g, "policy N")
    .replace(/since \d{4}-\d\d-\d\d/g, "since YYYY-MM-DD")
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "00000000-0000-0000-0000-000000000000")
    .replace(/(link +)[A-Za-z0-9_-]{8}(?!\S)/g, "$1CODECODE")
    .replace(/(device +)\S+, identified/g, "$1DEVICE, identified");
  return `\n${text.trimEnd()}\n`;
}

async function confirmWithReason(person: Person, key: string, reason: string): Promise<void> {
  person.press(key);
  await person.see("Reason:");
  person.press(reason);
  await person.see(`Reason: ${reason}`);
  person.press(ENTER);
  await person.see("Apply?");
}

describe("fairclick inspect", () => {
  it("has clicks to show", makeFlaggedClicks);

  it.each(["small", "large"] as const)(
    "shows flagged clicks and their reasons in a %s window",
    async (size) => {
      const person = inspect(sizes[size]);
      await person.see(/invalid · \w+|held · \w+/);
      expect(masked(await person.still())).toMatchSnapshot("clicks");
      person.press("\t");
      await person.see("Clicks: held");
      await person.see("honeypot_address");
      await person.see("held · honeypot_address");
      expect(masked(await person.still())).toMatchSnapshot("held");
      person.press(ENTER);
      // A large window shows the rest beside the list already.
      await person.see("any other key goes back");
      expect(masked(await person.still())).toMatchSnapshot("detail");
      person.press("qq");
      expect(await person.leave()).toMatchObject({ exitCode: 0, screen: "normal", isRaw: false });
    },
  );

  it("approves a held click, which is paid, and reverses it", async () => {
    const person = inspect(sizes.small, ["--verdict", "held"]);
    await person.see("held · honeypot_address");
    await confirmWithReason(person, "a", "a real visitor");
    expect(person.frame()).toContain("Would pay 1 click, $0.0015");
    expect((await counts()).valid).toBe(0);
    person.press("y");
    await person.see("Done, u undoes it.");
    expect(await counts()).toMatchObject({ valid: 1, held: 1 });
    await confirmWithReason(person, "u", "it was not");
    person.press("y");
    await person.see("undo: approve");
    await person.see("Done.");
    expect(await counts()).toMatchObject({ valid: 0, held: 1 });
    person.press(CTRL_C);
    const { text, ...left } = await person.leave();
    expect(left).toMatchObject({ exitCode: 0, screen: "normal", isRaw: false });
    expect(text).toContain("click of Cleo Creates: approve. a real visitor");
  });

  it("rejects a held click, and holds it again", async () => {
    const person = inspect(sizes.small, ["--verdict", "held"]);
    await person.see("held · honeypot_address");
    await confirmWithReason(person, "x", "a farm");
    expect(await counts()).toMatchObject({ held: 1 });
    person.press("y");
    await person.see("Done, u undoes it.");
    expect(await counts()).toMatchObject({ held: 0 });
    await confirmWithReason(person, "u", "not a farm");
    person.press("y");
    await person.see("undo: reject");
    await person.see("Done.");
    expect(await counts()).toMatchObject({ held: 1 });
    person.press("q");
    expect((await person.leave()).text).toContain("reject. a farm");
  });

  it("disables a link, which then answers 410, and enables it again", async () => {
    const [visitor] = people(1);
    if (!visitor) throw new Error("Somebody must follow the link");
    const person = inspect();
    await person.see(/^>/m);
    await confirmWithReason(person, "l", "a farm of bots");
    expect(person.frame()).toContain("disabledBy: none → operator");
    expect((await follow(link, visitor)).status).toBe(302);
    person.press("y");
    await expect.poll(async () => (await follow(link, visitor)).status).toBe(410);
    await person.see("disable link");
    await person.see("· link disabled");
    await confirmWithReason(person, "u", "they have stopped");
    person.press("y");
    await expect.poll(async () => (await follow(link, visitor)).status).toBe(302);
    person.press("q");
    expect((await person.leave()).exitCode).toBe(0);
  });

  it("shows new clicks without a key press, and keeps the selected one", async () => {
    await seeAllJudged();
    const person = inspect();
    await person.see(/^>/m);
    person.press("jj");
    const selected = () => /^>.*$/m.exec(person.frame())?.[0];
    await person.see(/^(?:.*\n){4}>/);
    const before = selected();
    await follow(link, { ip: "151.101.77.77", userAgent: "curl/8.11.0" });
    await person.see("1 newer: g", 30_000);
    expect(selected()).toBe(before);
    person.press("g");
    await person.see(/^>x .*151\.101\.77\.77/m);
    person.press("q");
    await person.leave();
  });

  it("adapts to the window size", async () => {
    const person = inspect();
    await person.see(/^>/m);
    person.resize(sizes.large);
    await person.see("│");
    person.resize({ columns: 70, rows: 20 });
    await person.see("This needs 80 columns");
    person.resize(sizes.small);
    await person.see("Clicks: flagged");
    expect(person.frame().split("\n")).toHaveLength(24);
    person.press("q");
    await person.leave();
  });

  it("restores the terminal when it is killed or crashes", async () => {
    const person = inspect();
    await person.see(/^>/m);
    person.kill("SIGTERM");
    const restored = { screen: "normal", isRaw: false };
    expect(await person.leave()).toMatchObject(restored);

    const broken = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => Response.json({ status: "success", data: [{}], nextCursor: null }),
    });
    const unlucky = inspect(sizes.small, ["--api", `http://127.0.0.1:${broken.port}`]);
    const { text, ...left } = await unlucky.leave();
    expect(left).toMatchObject({ exitCode: 1, ...restored });
    expect(text).toContain("error:");
    await broken.stop(true);
  });

  it("scrolls through 50,000 flagged clicks", async () => {
    await addFlaggedClicks(50_000);
    const person = inspect(sizes.large);
    await person.see(/^>/m);
    for (let page = 0; page < 30; page += 1) {
      const before = person.frame();
      person.press(PAGE_DOWN);
      await expect.poll(() => person.frame(), { interval: 5 }).not.toBe(before);
    }
    person.press("q");
    expect((await person.leave()).exitCode).toBe(0);
  });
});
