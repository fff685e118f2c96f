import { expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { makeTempFolder } from "./testing/temp-folder";

const root = makeTempFolder();
const env = { XDG_CONFIG_HOME: root, DATA_DIR: root, FAIRCLICK_TOKEN: "token" };
const ID = "01900000-0000-7000-8000-000000000001";
const row = {
  ...{ id: "2", at: "2026-01-31T12:00:00.000Z", actorKind: "operator", actorId: ID, actor: "ann" },
  ...{ action: "link.disable", subject: `link:${ID}:${ID}`, subjectName: "Tower of Tides / chris" },
  ...{ reason: "a click farm", before: null, after: null },
};
const queue = { ...row, id: "1", subject: "queue:send-mail", subjectName: null };
const { url } = serveCanned(() =>
  Response.json({ status: "success", data: [row, queue], nextCursor: null }),
);

it("names what was changed, and keeps its id in JSON", async () => {
  const { out } = await capture(["audit", "--api", url], { env });
  expect(out).toContain("link Tower of Tides / chris");
  expect(out).toContain("queue:send-mail");
  expect(out).not.toContain(ID);
  const { out: json } = await capture(["audit", "--json", "--api", url], { env });
  expect(JSON.parse(json.split("\n")[0] ?? "")).toEqual(row);
});
