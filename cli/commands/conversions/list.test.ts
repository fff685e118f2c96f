import { join } from "node:path";
import { expect, it } from "vitest";
import { serveCanned } from "../../testing/canned-api";
import { capture } from "../../testing/capture";
import { makeTempFolder } from "../../testing/temp-folder";

const root = makeTempFolder();
const env = {
  XDG_CONFIG_HOME: join(root, "config"),
  DATA_DIR: join(root, "data"),
  FAIRCLICK_TOKEN: "fco_ann",
};
const conversion = {
  ...{ clickId: "c1", event: "purchase", state: "counted", valueMicros: "4990000" },
  ...{ campaignId: "k1", campaign: "Tower", creatorId: "u1", creator: "ann\u202e" },
  clickedAt: "2026-03-01T10:00:00.000Z",
  happenedAt: "2026-03-01T11:00:00.000Z",
  receivedAt: "2026-03-01T11:00:05.000Z",
};
let data: unknown[] = [];
const api = serveCanned(() => Response.json({ status: "success", data, nextCursor: null }));
const list = (...args: string[]) =>
  capture(["conversions", "list", "--api", api.url, ...args], { env });

it("shows the state of each report", async () => {
  data = [conversion, { ...conversion, event: "joined", state: "waiting", valueMicros: null }];
  const { exitCode, out } = await list("--event", "purchase");
  expect(exitCode).toBe(0);
  expect(out.split("\n")).toEqual([
    "received             event     state    value  click  creator    campaign",
    "2026-03-01 11:00:05  purchase  counted  $4.99  c1     ann\\u202e  Tower",
    "2026-03-01 11:00:05  joined    waiting         c1     ann\\u202e  Tower",
    "",
  ]);
  expect(api.seen.at(-1)?.path).toBe("/api/admin/conversions");
});

it("prints one object per line with --json, and says so if there are none", async () => {
  data = [conversion];
  const { out } = await list("--json");
  expect(JSON.parse(out)).toEqual(conversion);
  data = [];
  expect((await list()).out).toBe("None found.\n");
});

it("rejects an unknown state", async () => {
  const { exitCode, err } = await list("--state", "done");
  expect(exitCode).toBe(2);
  expect(err).toContain("counted, waiting, held, off");
});
