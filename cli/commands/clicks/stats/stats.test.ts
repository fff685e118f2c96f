import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { serveCanned } from "../../../testing/canned-api";
import { capture } from "../../../testing/capture";
import { makeTempFolder } from "../../../testing/temp-folder";

const root = makeTempFolder();
const env = {
  XDG_CONFIG_HOME: join(root, "config"),
  DATA_DIR: join(root, "data"),
  FAIRCLICK_TOKEN: "fco_ann",
};
const campaign = "01900000-0000-7000-8000-000000000001";
let answer: unknown;
const api = serveCanned(() => Response.json({ status: "success", message: "", data: answer }));
const run = (...args: string[]) => capture([...args, "--api", api.url], { env });
afterEach(() => {
  answer = undefined;
});

const counts = { valid: 30, invalid: 11, held: 1, unpaid: 2 };

describe("fairclick stats show", () => {
  it("shows clicks by verdict, in total and per link", async () => {
    const day = { arrived: 80, returned: 2, percent: 2.5 };
    answer = {
      ...{ campaignId: campaign, campaign: "Tower", spend: 0.045, costPerClick: 0.0015 },
      clicks: { ...counts, total: 44, pending: 0 },
      ...{ impressions: 500, ctr: 8.8, conversion: "joined", conversions: 11 },
      ...{ conversionRate: 36.67, value: 4.99, waiting: 2, reported: 0, retentionTier: "under_3" },
      events: [{ event: "joined", conversions: 11, value: 4.99 }],
      retention: [
        { day: 1, ...day },
        { day: 7, arrived: 0, returned: 0, percent: null },
      ],
      ...{ ownEvents: [], costPerConversion: 0.004091 },
      creators: [
        {
          ...{ userId: "u", username: "ann", impressions: 500, validClicks: 30, conversions: 11 },
          ...{ conversionRate: 36.67, value: 4.99, reported: 0, retentionTier: "under_3" },
          retention: { day: 1, ...day },
        },
      ],
    };
    const { exitCode, out } = await run("stats", "show", campaign);
    expect(exitCode).toBe(0);
    expect(out.split("\n")).toEqual([
      `campaign     Tower (${campaign})`,
      "impressions  500, CTR 8.8%",
      "clicks       44, 30 valid, $0.0015 each",
      "conversions  11 joined, 36.67% of valid clicks, $0.004091 each",
      "waiting      2 conversions of pending clicks",
      "value        $4.99",
      "day 1        2 of 80, 2.5%",
      "day 7        0 of 0, N/A",
      "",
      "event   counted  value",
      "joined  11       $4.99",
      "",
      "creator  impressions  valid  conversions  rate    value  back on day 1",
      "ann      500          30     11           36.67%  $4.99  2 of 80, 2.5%",
      "",
    ]);
    expect(api.seen.at(-1)?.path).toBe(`/api/admin/stats/campaigns/${campaign}`);
  });
});

describe("fairclick stats series", () => {
  const point = { ...counts, pending: 3, spend: 0.045, impressions: 500, conversions: 11 };

  it("prints one line per step", async () => {
    answer = { points: [{ ...point, at: "2026-03-01T18:30:00.000Z" }] };
    const { exitCode, out } = await run("stats", "series", campaign, "--time-zone", "Asia/Kolkata");
    expect(exitCode).toBe(0);
    expect(out.split("\n")[1]).toBe(
      "2026-03-01 18:30:00  500          30     11       1     2       3        11           $0.045",
    );
    expect(api.seen.at(-1)?.path).toBe(`/api/admin/stats/campaigns/${campaign}/series`);
  });

  it("prints one object per line with --json", async () => {
    const points = ["2026-03-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z"].map((at) => ({
      ...point,
      at,
    }));
    answer = { points };
    const { out } = await run("stats", "series", campaign, "--json");
    expect(
      out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual(points);
  });

  it("accepts days and hours only", async () => {
    const { exitCode, err } = await run("stats", "series", campaign, "--step", "week");
    expect(exitCode).toBe(2);
    expect(err).toContain("day, hour");
  });
});

describe("fairclick stats breakdown", () => {
  const items = [{ ...counts, value: "GB", spend: 0.045 }];
  const none = { valid: 0, invalid: 0, held: 0, unpaid: 0, spend: 0 };

  it("sums all others in the last line", async () => {
    answer = { items, rest: { ...none, invalid: 7 } };
    const { out } = await run("stats", "breakdown", campaign);
    expect(out.split("\n")).toEqual([
      "            valid  invalid  held  unpaid  spend",
      "GB          30     11       1     2       $0.045",
      "all others  0      7        0     0       $0.00",
      "",
    ]);
  });

  it("omits the last line if there are no others", async () => {
    answer = { items, rest: none };
    const { out } = await run("stats", "breakdown", campaign, "--json");
    expect(JSON.parse(out)).toEqual(items[0]);
    answer = { items: [], rest: none };
    const empty = await run("stats", "breakdown", campaign);
    expect(empty.out).toBe("No judged clicks in this period.\n");
  });
});
