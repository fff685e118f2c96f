import { randomUUID } from "node:crypto";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { connectAsOwner } from "../db/client";
import { withTx } from "../db/tx";
import { createTestDatabase } from "../testing/test-database";
import { countWaitingConversions, insertConversions } from "./conversions";

const { db, owner, ownerUrl } = await createTestDatabase();
const ownerDb = connectAsOwner(ownerUrl);
afterAll(() => ownerDb.end());

const verdicts = ["valid", "held", "invalid", "unpaid"] as const;

async function addClick(verdict: string, at: Date, campaignId: string, creatorId: string) {
  const id = Bun.randomUUIDv7("hex", at);
  await owner`
    insert into clicks (id, clicked_at, campaign_id, creator_id, device_known, method, signals,
      recorded_at, verdict, reason, policy_version, settlement_id, price_micros)
    values (${id}, ${at}, ${campaignId}, ${creatorId}, false, 'GET', '[]', now(), ${verdict},
      ${verdict === "valid" ? null : "vpn"}, 1, 1, 1)`;
  return id;
}

const change = (id: string, verdict: string) => owner`
  update clicks set verdict = ${verdict}, reason = ${verdict === "valid" ? null : "vpn"}
  where id = ${id}`;

it("keeps counters equal to the conversions of valid clicks, in any order of events", async () => {
  const campaignId = asId<CampaignId>(randomUUID());
  const creators = [randomUUID(), randomUUID()].map((id) => asId<UserId>(id));
  const days = [new Date("2026-01-01T23:59:59.999Z"), new Date("2026-01-02")];
  const act = fc.record({
    creator: fc.nat(1),
    day: fc.nat(1),
    verdict: fc.constantFrom(...verdicts),
    later: fc.array(fc.constantFrom(...verdicts), { maxLength: 3 }),
    micros: fc.option(fc.nat(5_000_000)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (acts) => {
      await Promise.all(
        acts.map(async ({ creator, day, verdict, later, micros }) => {
          const creatorId = creators[creator] ?? asId<UserId>("");
          const clickedAt = days[day] ?? new Date(0);
          const clickId = await addClick(verdict, clickedAt, campaignId, creatorId);
          const valueMicros = micros === null ? null : BigInt(micros);
          await Promise.all([
            insertConversions(db.sql, [
              {
                clickId,
                event: "joined",
                campaignId,
                creatorId,
                clickedAt,
                at: clickedAt,
                valueMicros,
              },
            ]).then(() => countWaitingConversions(db.sql, [clickId])),
            ...later.map((next) => change(clickId, next)),
          ]);
        }),
      );
      const differences = await owner`
        select * from (
          select v.creator_id, (v.clicked_at at time zone 'UTC')::date as click_day, count(*) as conversions,
            coalesce(sum(v.value_micros), 0) as value_micros
          from conversions v join clicks k on k.id = v.click_id and k.verdict = 'valid'
          where v.campaign_id = ${campaignId} group by 1, 2
        ) expected
        full join (
          select creator_id, click_day, conversions, value_micros from conversion_counts
          where campaign_id = ${campaignId} and conversions > 0
        ) kept using (creator_id, click_day, conversions, value_micros)
        where expected is null or kept is null`;
      expect([...differences]).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

it("counts by the verdict of a concurrent statement that began before the conversion", async () => {
  const [campaignId, creatorId] = [asId<CampaignId>(randomUUID()), asId<UserId>(randomUUID())];
  const clickedAt = new Date("2026-01-03T12:00:00Z");
  const clickId = await addClick("valid", clickedAt, campaignId, creatorId);
  let counting: Promise<unknown> | null = null;
  await withTx(ownerDb, async (tx) => {
    await tx`update clicks set verdict = 'invalid', reason = 'vpn'
      where id = ${clickId}`;
    const reported = { clickId, event: "joined", campaignId, creatorId, clickedAt, at: clickedAt };
    await insertConversions(db.sql, [{ ...reported, valueMicros: null }]);
    counting = countWaitingConversions(db.sql, [clickId]);
    await Promise.race([counting, Bun.sleep(300)]);
  });
  await counting;
  const [conversion] = await owner`select state from conversions where click_id = ${clickId}`;
  expect(conversion?.state).toBe("off");
});

it("lets the application neither count nor insert what is counted already", async () => {
  await expect(db.sql`update conversion_counts set conversions = 5`).rejects.toThrow(/permission/);
  await expect(
    db.sql`insert into conversions (click_id, event, campaign_id, creator_id, clicked_at, happened_at, state)
      values (${randomUUID()}, 'joined', ${randomUUID()}, ${randomUUID()}, now(), now(), 'counted')`,
  ).rejects.toThrow(/permission/);
});
