import { describe, expect, it } from "vitest";
import { addPendingClicks } from "../testing/marketplace";
import { openSettlementWorld, signals } from "./testing/settlement-world";

const { db, owner, settle, joinedCampaign, outcomes } = await openSettlementWorld();

describe("a campaign with an audience", () => {
  it("pays for the clicks inside it, and stores why the others are not paid", async () => {
    const campaign = await joinedCampaign({
      payoutMicros: 400n,
      budgetMicros: 1_000n,
      audience: { countries: ["DE"], devices: ["phone", "console"] },
    });
    const ids = await addPendingClicks(db, [
      campaign.click(0, { country: "FR", deviceClass: "phone" }),
      campaign.click(1, { country: "DE", deviceClass: "desktop" }),
      campaign.click(2, { deviceClass: "phone" }),
      campaign.click(3, { country: "FR", signals: signals("known_bot") }),
      campaign.click(4, { country: "DE", deviceClass: "tablet" }),
      campaign.click(5, { country: "DE", deviceClass: "console" }),
      campaign.click(6, { country: "DE", deviceClass: "phone" }),
    ]);
    await settle();
    const outside = "outside_audience";
    const paid = ["valid", "valid", "exhausted"];
    expect(await outcomes(ids)).toEqual([outside, outside, outside, "known_bot", ...paid]);
    expect(await campaign.earned()).toBe(800n);
    expect(await campaign.left()).toBe(200n);
    const [row] = await db.sql`select verdict, signals from clicks where id = ${ids[0] ?? ""}`;
    expect(row).toEqual({
      verdict: "unpaid",
      signals: [
        {
          signal: outside,
          evidence: { country: "FR", device: "phone", countries: "DE", devices: "phone, console" },
        },
      ],
    });
    const reasons = await db.sql`
      select value, unpaid from click_days
      where campaign_id = ${campaign.id} and creator_id = ${campaign.creatorId}
        and dimension = 'reason' and value = ${outside}`;
    expect([...reasons]).toEqual([{ value: outside, unpaid: 3n }]);
  });

  it("can grow once it is funded, and the database lets it lose nothing", async () => {
    const { id } = await joinedCampaign({ audience: { countries: ["DE", "FR"], devices: null } });
    const set = (countries: string[] | null, devices: string[] | null) =>
      owner`
        update campaigns set audience_countries = ${countries}, audience_devices = ${devices}
        where id = ${id}`.then(
        () => "stored",
        (error: { constraint_name?: string }) => error.constraint_name,
      );
    expect(await set(["DE"], null)).toBe("campaigns_audience_grows");
    expect(await set(["DE", "FR"], ["phone"])).toBe("campaigns_audience_grows");
    expect(await set(["AT", "DE", "FR"], null)).toBe("stored");
    expect(await set(null, null)).toBe("stored");
    expect(await set(["AT", "DE", "FR"], null)).toBe("campaigns_audience_grows");
    const { id: unfunded } = await joinedCampaign({ funded: false });
    await owner`update campaigns set audience_countries = '{DE}' where id = ${unfunded}`;
  });

  it.each([
    [["de"], null, "campaigns_audience_countries"],
    [["DE", "Germany"], null, "campaigns_audience_countries"],
    [[], null, "campaigns_audience_countries"],
    [null, ["tv"], "campaigns_audience_devices"],
    [null, [], "campaigns_audience_devices"],
  ])("is stored as known codes: %j, %j", async (countries, devices, constraint) => {
    const { id } = await joinedCampaign({ funded: false });
    const update = owner`
      update campaigns set audience_countries = ${countries}, audience_devices = ${devices}
      where id = ${id}`;
    await expect(update).rejects.toMatchObject({ constraint_name: constraint });
  });
});
