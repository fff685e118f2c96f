import { compact } from "@fairclick/core/compact";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { addFinding } from "@fairclick/services/testing/counted-clicks";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { describe, expect, it } from "vitest";
import { launch, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, addOperator } = app;
const { token } = await addOperator("Ann");
const admin = (method: string, path: string, json?: unknown, as = token) =>
  call(method, `/api/admin${path}`, compact({ token: as, json }));

async function join(creator: Person, campaignId: string): Promise<string> {
  const { json } = await call("POST", `/api/campaigns/join/${campaignId}`, {
    token: creator.token,
  });
  return json.data.shortLink.split("/").at(-1);
}

/** Settles a valid and a held click of the link, ten minutes old. */
async function settle(campaignId: string, creatorId: string): Promise<void> {
  const visit = { at: new Date(app.clock.at.getTime() - 600_000), campaignId, creatorId };
  await addPendingClicks(app.db, [visit, { ...visit, signals: [{ signal: "vpn", evidence: {} }] }]);
  await settleClicks(systemCtx(app.db), {
    ...{ watermark: app.clock.at, windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 },
  });
}

describe("a link", () => {
  it("is shown with names, money, the last day and findings", async () => {
    const creator = await register(app, "creator");
    const { id } = await launch(app);
    const code = await join(creator, id);
    await call("POST", `/api/links/${id}/names`, { token: creator.token, json: { name: "bio" } });
    await settle(id, creator.id);
    const finding = crypto.randomUUID();
    const found = { campaignId: id, fromAt: app.clock.at, at: app.clock.at };
    await addFinding(db, { ...found, id: finding, creatorId: creator.id, clicks: 500 });
    const other = await register(app, "creator");
    await join(other, id);
    await addFinding(db, { ...{ ...found, id: crypto.randomUUID(), creatorId: other.id } });
    const { status, json } = await admin("GET", `/links/${code}`);
    expect(status).toBe(200);
    const { paidMicros } = json.data;
    expect(Number(paidMicros)).toBeGreaterThan(0);
    expect(json.data).toMatchObject({
      code,
      campaignId: id,
      creator: creator.username,
      disabledBy: null,
      clicks: { total: 2, valid: 1, held: 1, pending: 0 },
      heldMicros: paidMicros,
      pendingMicros: "0",
      lastDay: { clicks: 2, paidMicros },
      names: [{ name: "bio", removed: false, valid: 0, paidMicros: "0" }],
      findings: [{ id: finding, code, state: "open", clicks: 500 }],
    });
    expect(json.data.findings).toHaveLength(1);
    app.clock.at = new Date(app.clock.at.getTime() + 2 * 86_400_000);
    const later = await admin("GET", `/links/${code}`);
    expect(later.json.data.lastDay).toEqual({ clicks: 0, paidMicros: "0" });
  });

  it("is not found by another code", async () => {
    expect((await admin("GET", "/links/none")).status).toBe(404);
  });
});
