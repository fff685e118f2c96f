import { describe, expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";

const link = {
  code: "k7Gh2mQ",
  campaignId: "01900000-0000-7000-8000-0000000000c1",
  campaign: "Tower of Tests",
  creatorId: "01900000-0000-7000-8000-0000000000f1",
  creator: "chris",
  disabledBy: null,
  clicks: 1_334,
  paidMicros: "2001000",
  riskMicros: "688344",
  oddPercent: 34.4,
  why: ["39.7% from 2a0e:97c0:5::/48", "27% from where somebody else was signed in"],
  examined: 300,
  values: { net24: null, net48: "2a0e:97c0:5::/48", asn: "1", deviceClass: "phone", agent: "x" },
  figures: {
    ...{ net24: 0.3, net48: 39.7, asn: 46.7, deviceClass: 100, agent: 15.3 },
    ...{ fresh: 84, returning: 6.3, joins: null, hour: 3, homes: 27, payer: 0 },
  },
};
const rest = { from: "2026-11-14T00:00:00.000Z", links: 1_200, compared: 300 };

function run(data: object[], ...args: string[]) {
  const api = serveCanned(() => Response.json({ status: "success", data, ...rest }));
  const env = { FAIRCLICK_TOKEN: "fco_ann" };
  return capture(["links", "suspects", ...args, "--api", api.url], { env });
}

describe("fairclick links suspects", () => {
  it("prints each link with its figures and the reasons", async () => {
    const { out, exitCode } = await run([link, { ...link, disabledBy: "operator", why: [] }]);
    expect(exitCode).toBe(0);
    expect(out).toMatchInlineSnapshot(`
      "link                creator  paid    risk       odd   clicks  /24  /48   AS    device  agent  new  return  joins  hour  homes  payer  why
      k7Gh2mQ             chris    $2.001  $0.688344  34.4  1,334   0.3  39.7  46.7  100     15.3   84   6.3     –      3     27     0      39.7% from 2a0e:97c0:5::/48; 27% from where somebody else was signed in
      k7Gh2mQ (disabled)  chris    $2.001  $0.688344  34.4  1,334   0.3  39.7  46.7  100     15.3   84   6.3     –      3     27     0

      300 of 1,200 links with at least 20 paid clicks since 2026-11-14 were compared, those with the most money.
      "
    `);
  });

  it("says what it compared when nothing is odd, and prints JSON", async () => {
    expect((await run([])).out).toContain("None found.\n300 of 1,200 links");
    expect(JSON.parse((await run([link], "--json")).out)).toEqual({ data: [link], ...rest });
  });

  it("refuses a figure that does not exist", async () => {
    const { exitCode, err } = await run([], "--sort", "moon");
    expect(exitCode).toBe(2);
    expect(err).toContain("net48");
  });
});
