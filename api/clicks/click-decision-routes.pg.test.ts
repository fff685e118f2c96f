import { clickDecisionResponseSchema } from "@fairclick/core/clicks/decisions";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { addCampaign, addPendingClicks, addUser } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { describe, expect, it } from "vitest";
import { register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, clock, addOperator } = app;
const { token } = await addOperator("Ann", ["clicks:decide"]);
const { token: reader } = await addOperator("Bob", ["clicks:read"]);
const user = await register(app);

const root = "/api/admin/clicks";
const reason = "looked at it";

async function addClicks(count: number, held: boolean): Promise<string[]> {
  const { id: campaignId } = await addCampaign(db);
  const at = new Date(clock.at.getTime() - 600_000);
  const click = { at, campaignId, creatorId: await addUser(db) };
  const signals = held ? [{ signal: "vpn" as const, evidence: {} }] : [];
  const ids = await addPendingClicks(
    db,
    Array.from({ length: count }, () => ({ ...click, signals })),
  );
  const everything = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 };
  await settleClicks(systemCtx(db), { watermark: clock.at, ...everything });
  return ids;
}

describe.each(["approve", "reject", "reverse"])("POST /api/admin/clicks/%s", (action) => {
  const path = `${root}/${action}`;
  const category = action === "reverse" ? { category: "bot_traffic" } : {};
  const given = { clicks: { ids: [crypto.randomUUID()] }, reason, ...category };

  it.each([
    ["nobody", null, 401],
    ["a user", user.token, 401],
    ["an operator without the scope", reader, 403],
    ["an operator with it", token, 200],
  ])("answers %s", async (_, who, status) => {
    expect((await call("POST", path, { token: who, json: given })).status).toBe(status);
  });

  it("decides about clicks once, and returns the result", async () => {
    const ids = await addClicks(2, action !== "reverse");
    const json = { ...given, clicks: { ids } };
    const dry = await call("POST", path, { token, json: { ...json, dryRun: true } });
    expect(clickDecisionResponseSchema.parse(dry.json).data).toMatchObject({
      applied: false,
      clicks: 2,
    });
    const { status, json: answer } = await call("POST", path, { token, json });
    expect(status).toBe(200);
    expect(clickDecisionResponseSchema.parse(answer).data).toMatchObject({
      action,
      applied: true,
      clicks: 2,
      micros: "3000",
      skipped: [],
      complete: true,
    });
    const again = await call("POST", path, { token, json });
    expect(again.json.data).toMatchObject({ actId: null, clicks: 0, skipped: [{}, {}] });
  });

  it.each([
    [{ ...given, reason: " " }, "A reason is required"],
    [{ ...given, clicks: { ids: [] } }, ""],
    [{ ...given, clicks: { ids: ["1; drop table clicks"] } }, ""],
    [{ ...given, clicks: { group: {} } }, ""],
    [{ ...given, clicks: { group: { address: "everywhere" } } }, ""],
    [{ ...given, clicks: { group: { signal: "ugly" } } }, ""],
    [{ ...given, clicks: { group: { from: "yesterday" } } }, ""],
    [{ ...given, clicks: { ids: given.clicks.ids, group: { signal: "vpn" } } }, ""],
    [{ ...given, clicks: { ids: Array.from({ length: 1_001 }, () => crypto.randomUUID()) } }, ""],
    [{ reason }, ""],
  ])("refuses %j", async (json, message) => {
    const answer = await call("POST", path, { token, json });
    expect(answer.status).toBe(422);
    expect(answer.json.message).toContain(message);
  });
});

it("reverses for a reason that creators can see, and for no other", async () => {
  const json = { clicks: { group: { signal: "vpn" } }, reason };
  expect((await call("POST", `${root}/reverse`, { token, json })).status).toBe(422);
  const other = await call("POST", `${root}/reverse`, {
    token,
    json: { ...json, category: "ugly" },
  });
  expect(other.status).toBe(422);
});
