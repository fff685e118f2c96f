import { listDecisions } from "@fairclick/sql/clicks/flagged-clicks";
import { listLiveClicks } from "@fairclick/sql/clicks/read-clicks";
import { getBalance } from "@fairclick/sql/money/ledger";
import { afterEach, describe, expect, it } from "vitest";
import { releaseEscrows } from "../campaigns/budget";
import { expectRightBooks } from "../testing/expect-right-books";
import { systemCtx } from "../testing/system-ctx";
import { verifyStats } from "../testing/verify-stats";
import { decideClicks } from "./decide-clicks";
import {
  clickedAt,
  found,
  HOUR,
  later,
  NEXT_DAY,
  openReportWorld,
  PRICE,
  SECOND,
} from "./testing/report-world";

const { addReportingCampaign, db, operator, outcomesOf, owner, runJob } = await openReportWorld();

afterEach(async () => {
  await expectRightBooks({ db });
  expect((await verifyStats({ db })).clean).toBe(true);
});

describe("a refused click with a player who joined and returned", () => {
  it("is paid once, however often and concurrently the job runs", async () => {
    const { campaignId, creatorId, refuse, prove, earned } = await addReportingCampaign();
    const ids = await refuse(5);
    expect(await outcomesOf(ids)).toEqual(ids.map(() => "tor"));
    await prove(ids.slice(0, 3));
    expect(await earned()).toBe(0n);

    const runs = await Promise.all(Array.from({ length: 4 }, () => runJob()));
    expect(runs.reduce((sum, paid) => sum + paid, 0) + (await runJob())).toBe(3);
    expect(await runJob(100 * HOUR)).toBe(0);

    expect(await earned()).toBe(3n * PRICE);
    expect(await outcomesOf(ids)).toEqual([
      ...Array.from({ length: 3 }, () => "valid: paid"),
      "tor",
      "tor",
    ]);
    const counted = await db.sql`
      select valid, invalid from link_outcomes where campaign_id = ${campaignId}`;
    expect(counted[0]).toMatchObject({ valid: 3n, invalid: 2n });
    const conversions = await db.sql`
      select event, state from conversions where click_id = ${ids[0] ?? ""} order by event`;
    expect([...conversions]).toEqual([
      { event: "joined", state: "counted" },
      { event: "returned_day_1", state: "counted" },
    ]);
    const audit = await db.sql`
      select actor_kind, reason from audit_log
      where action = 'clicks.prove' and subject = ${`campaign:${campaignId}`}`;
    expect([...audit]).toEqual([
      {
        actorKind: "system",
        reason: "The game reported that the player came back on a later day",
      },
    ]);
    expect(await listDecisions(db.sql, ids[0] ?? "")).toMatchObject([
      { action: "approve", operator: null },
    ]);
    const live = await listLiveClicks(db.sql, {
      links: [{ campaignId, creatorId, since: new Date(Date.now() - HOUR) }],
      latest: 100,
    });
    expect(live.filter(({ verdict }) => verdict === "valid")).toMatchObject(
      Array.from({ length: 3 }, () => ({ proof: "paid", paidMicros: PRICE })),
    );
  });

  it("stays reversed after an operator has reversed it", async () => {
    const { refuse, prove, earned } = await addReportingCampaign();
    const ids = await refuse(4);
    await prove(ids);
    expect(await runJob()).toBe(4);
    const clicks = { ids: ids.slice(0, 1) };
    const category = "bought_clicks" as const;
    await decideClicks(operator, {
      action: "reverse",
      category,
      clicks,
      reason: "a farm",
      dryRun: false,
    });
    await db.sql`update players set try_at = ${clickedAt}, outcome = null where click_id = ${ids[0] ?? ""}`;
    expect(await runJob()).toBe(0);
    expect(await earned()).toBe(3n * PRICE);
    expect(await outcomesOf(ids.slice(0, 1))).toEqual(["reversed: decided"]);
  });

  it("loses its claim if it was held", async () => {
    const { campaignId, visit, prove, earned } = await addReportingCampaign({ clicksOfBudget: 2 });
    const ids = await visit([{ signals: found("vpn") }, { signals: found("vpn") }]);
    await prove(ids);
    expect(await runJob()).toBe(2);
    expect(await earned()).toBe(2n * PRICE);
    const [claim] =
      await db.sql`select clicks, micros from held_claims where campaign_id = ${campaignId}`;
    expect(claim).toMatchObject({ clicks: 0n, micros: 0n });
  });

  it("waits for free budget, and stays once the campaign's budget has gone back", async () => {
    const endsAt = later(2 * HOUR);
    const { visit, refuse, prove, earned, creatorId } = await addReportingCampaign({
      clicksOfBudget: 5,
      endsAt,
    });
    const [held = ""] = await visit([{ signals: found("proxy") }, { signals: found("vpn") }]).then(
      (ids) => ids.slice(1),
    );
    await visit([{}, {}, {}]);
    const refused = await refuse(4);
    await prove(refused);
    expect(await runJob()).toBe(1);
    const waiting = ["tor: no_budget", "tor: no_budget", "tor: no_budget"];
    expect((await outcomesOf(refused)).sort()).toEqual([...waiting, "valid: paid"]);
    await decideClicks(operator, {
      action: "reject",
      clicks: { ids: [held] },
      reason: "a farm",
      dryRun: false,
    });
    expect(await runJob(27 * HOUR)).toBe(0);
    expect(await runJob(33 * HOUR)).toBe(1);
    expect(await earned()).toBe(5n * PRICE);

    await releaseEscrows(
      systemCtx(db, () => later(40 * HOUR)),
      { watermark: new Date() },
    );
    expect(await runJob(40 * HOUR)).toBe(0);
    expect(await outcomesOf(refused)).toContain("tor: campaign_over");
    expect(await getBalance(db.sql, { kind: "earnings", ownerId: creatorId })).toBe(5n * PRICE);
  });
});

describe("is not paid", () => {
  it("for a return on the same day, or one that lies in the future", async () => {
    const { refuse, reportAt, earned } = await addReportingCampaign();
    const ids = await refuse(4);
    const report = (event: string, at?: string) =>
      ids.map((clickId, n) => ({ clickId, event, player: `p${n}`, ...(at ? { at } : {}) }));
    await reportAt(20 * SECOND, report("joined"));
    const sameDay = await reportAt(2 * HOUR, report("returned"));
    expect(sameDay).toEqual(ids.map(() => ({ status: "refused", reason: "no_retention_day" })));
    const future = await reportAt(2 * HOUR, report("returned", later(NEXT_DAY).toISOString()));
    expect(future).toEqual(ids.map(() => ({ status: "refused", reason: "bad_time" })));
    expect(await runJob()).toBe(0);
    expect(await earned()).toBe(0n);
  });

  it("for an arrival sooner than a person can make it, or hours after the click", async () => {
    const { refuse, reportAt } = await addReportingCampaign();
    const [soon = "", late = "", ...rest] = await refuse(4);
    await reportAt(1 * SECOND, [{ clickId: soon, event: "joined", player: "soon" }]);
    await reportAt(3 * HOUR, [{ clickId: late, event: "joined", player: "late" }]);
    await reportAt(20 * SECOND, [
      { clickId: rest[0] ?? "", event: "joined" },
      { clickId: rest[1] ?? "", event: "joined", player: "a" },
    ]);
    await reportAt(NEXT_DAY, [
      { clickId: soon, event: "returned", player: "soon" },
      { clickId: late, event: "returned", player: "late" },
      { clickId: rest[0] ?? "", event: "returned" },
      { clickId: rest[1] ?? "", event: "returned", player: "somebody else" },
    ]);
    expect(await runJob()).toBe(0);
    const players =
      await db.sql`select returned_at from players where click_id = any (${rest}::uuid[])`;
    expect([...players]).toEqual([{ returnedAt: null }]);
  });

  it("for the same player again, whether refused or accepted before", async () => {
    const { refuse, visit, prove, earned } = await addReportingCampaign();
    await visit([{}]).then((ids) => prove(ids, () => "regular"));
    await refuse(4).then((ids) => prove(ids, () => "regular"));
    const many = await refuse(6);
    await prove(many, () => "farmer");
    expect(await runJob()).toBe(1);
    expect(await earned()).toBe(2n * PRICE);
    expect((await outcomesOf(many)).sort()).toEqual([
      ...Array.from({ length: 5 }, () => "tor: player_paid"),
      "valid: paid",
    ]);
  });

  it("for one cookie with many accounts in the game", async () => {
    const { visit, prove, earned } = await addReportingCampaign();
    const deviceKey = `cookie:${crypto.randomUUID()}`;
    const spaced = Array.from({ length: 6 }, (_, n) => ({
      deviceKey,
      at: later((n - 5) * 120 * SECOND),
    }));
    const ids = await visit(spaced);
    expect(await outcomesOf(ids)).toEqual([
      "valid",
      ...Array.from({ length: 5 }, () => "device_repeat"),
    ]);
    await prove(ids);
    expect(await runJob()).toBe(0);
    expect(await outcomesOf(ids.slice(1))).toEqual(
      Array.from({ length: 5 }, () => "device_repeat: device_paid"),
    );
    expect(await earned()).toBe(PRICE);
  });

  it("for the cookie's own first click, which was paid under its weak key", async () => {
    const { visit, prove, earned } = await addReportingCampaign();
    const before = later(-120 * SECOND);
    const first = Bun.randomUUIDv7("hex", before);
    const [, again = ""] = await visit([
      { id: first, at: before, deviceKnown: false, deviceKey: "like:x" },
      { deviceKey: `cookie:${crypto.randomUUID()}.${first}` },
    ]);
    expect(await outcomesOf([again])).toEqual(["device_repeat"]);
    await prove([again]);
    expect(await runJob()).toBe(0);
    expect(await outcomesOf([again])).toEqual(["device_repeat: device_paid"]);
    expect(await earned()).toBe(PRICE);
  });

  it.each(["self_click", "datacenter", "known_bot", "honeypot"] as const)(
    "if a hard rule speaks against it too: %s",
    async (signal) => {
      const { visit, prove } = await addReportingCampaign();
      const ids = await visit([{ signals: found(signal) }]);
      await prove(ids);
      expect(await runJob()).toBe(0);
      expect(await outcomesOf(ids)).toEqual([`${signal}: hard_rule`]);
    },
  );

  it("if four clicks of one address came within a minute", async () => {
    const { visit, prove } = await addReportingCampaign();
    const ids = await visit(Array.from({ length: 4 }, () => ({ ipKey: "192.0.2.249" })));
    await prove(ids);
    expect(await runJob()).toBe(0);
    expect(await outcomesOf(ids)).toEqual(ids.map(() => "ip_burst: hard_rule"));
  });

  it("to a creator who owns the game, or shares a device with its developer, or is suspended", async () => {
    const own = await addReportingCampaign();
    const ownIds = await own.visit(
      Array.from({ length: 4 }, () => ({
        signals: found("tor"),
        creatorId: own.campaign.developerId,
      })),
    );
    await own.prove(ownIds);
    const friend = await addReportingCampaign();
    await db.sql`
      insert into presences (user_id, kind, key, seen_at)
      select id, 'device', 'one laptop', now()
      from unnest(${[friend.creatorId, friend.campaign.developerId]}::uuid[]) as users (id)`;
    const friendIds = await friend.refuse(4);
    await friend.prove(friendIds);
    const suspended = await addReportingCampaign();
    const suspendedIds = await suspended.refuse(4);
    await suspended.prove(suspendedIds);
    await owner`
      update users set suspended_at = now() where id = ${suspended.creatorId}`;
    expect(await runJob()).toBe(0);
    expect(await outcomesOf([...ownIds, ...friendIds, ...suspendedIds])).toEqual([
      ...Array.from({ length: 8 }, () => "tor: related"),
      ...Array.from({ length: 4 }, () => "tor: suspended"),
    ]);
  });

  it("more than 50 times in a day for one address, unless an operator allowed it as shared", async () => {
    const one = await addReportingCampaign();
    const ipKey = "192.0.2.251";
    const eachMinute = (clicks: number, by: string, key = ipKey) =>
      Array.from({ length: clicks }, (_, n) => ({
        ipKey: key,
        at: later((n + 1 - clicks) * 61 * SECOND),
        signals: [{ signal: "shared_network" as const, evidence: { by } }, ...found("tor")],
      }));
    const ids = await one.visit(eachMinute(55, "carrier"));
    await one.prove(ids);
    const shared = await addReportingCampaign();
    const sharedIds = await shared.visit(eachMinute(55, "operator", "192.0.2.252"));
    await shared.prove(sharedIds);
    expect(await runJob()).toBe(50 + 55);
    expect(await one.earned()).toBe(50n * PRICE);
    const left = (await outcomesOf(ids)).filter((is) => is === "tor: address_full");
    expect(left).toHaveLength(5);
    const more = await one.visit(eachMinute(4, "carrier"));
    await one.prove(more, (n) => `more ${n}`);
    expect(await runJob()).toBe(0);
  });

  it("while the refused players of a link return more often than its accepted ones", async () => {
    const { visit, refuse, prove, reportAt, earned } = await addReportingCampaign();
    const accepted = await visit(Array.from({ length: 60 }, () => ({})));
    const players = (event: string, ids: string[]) =>
      ids.map((clickId) => ({ clickId, event, player: clickId }));
    await reportAt(20 * SECOND, players("joined", accepted));
    await reportAt(NEXT_DAY, players("returned", accepted.slice(0, 6)));
    const farm = await refuse(30);
    await prove(farm);
    expect(await runJob()).toBe(0);
    expect(await outcomesOf(farm)).toEqual(farm.map(() => "tor: unusual"));
    expect(await earned()).toBe(60n * PRICE);
    await reportAt(NEXT_DAY, players("returned", accepted));
    expect(await runJob(33 * HOUR)).toBe(30);
  });

  it("for ids that were never clicked, of another campaign, or with a player too many", async () => {
    const { refuse, reportAt, campaignId } = await addReportingCampaign();
    const other = await addReportingCampaign();
    const [foreign = ""] = await other.refuse(4);
    const [own = ""] = await refuse(4);
    const forged = Bun.randomUUIDv7("hex", clickedAt);
    const answers = await reportAt(20 * SECOND, [
      { clickId: forged, event: "joined", player: "a" },
      { clickId: foreign, event: "joined", player: "b" },
      { clickId: own, event: "joined", player: "c" },
      { clickId: own, event: "joined", player: "d" },
    ]);
    expect(answers).toEqual([
      { status: "refused", reason: "unknown_click" },
      { status: "refused", reason: "other_campaign" },
      { status: "accepted" },
      { status: "duplicate" },
    ]);
    await reportAt(NEXT_DAY, [{ clickId: own, event: "returned", player: "d" }]);
    expect(await runJob()).toBe(0);
    const players = await db.sql`select click_id from players where campaign_id = ${campaignId}`;
    expect([...players]).toEqual([{ clickId: own }]);
  });

  it("after an operator has rejected it", async () => {
    const { visit, prove, earned } = await addReportingCampaign();
    const ids = await visit([{ signals: found("vpn") }]);
    await decideClicks(operator, {
      action: "reject",
      clicks: { ids },
      reason: "a farm",
      dryRun: false,
    });
    await prove(ids);
    expect(await runJob()).toBe(0);
    expect(await earned()).toBe(0n);
    expect(await outcomesOf(ids)).toEqual(["vpn: decided"]);
  });
});
