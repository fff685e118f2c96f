import { compact } from "@fairclick/core/compact";
import { operatorScopes } from "@fairclick/core/operations/operators";
import { withTx } from "@fairclick/sql/db/tx";
import { openAccounts, postTransaction } from "@fairclick/sql/money/ledger";
import { describe, expect, it } from "vitest";
import { campaignInput, launch, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, owner, addOperator } = app;
const scopes = Object.keys(operatorScopes);
const { token, operatorId } = await addOperator("Ann", scopes);

const admin = (method: string, path: string, json?: unknown) =>
  call(method, `/api/admin${path}`, compact({ token, json }));
const act = (path: string, reason = "a click farm") => admin("POST", path, { reason });
const listAudit = async (subject: string) => {
  const { json } = await admin("GET", `/audit?subject=${subject}&actorKind=operator`);
  return json.data;
};

async function join(campaignId: string): Promise<Person & { code: string }> {
  const creator = await register(app, "creator");
  const { json } = await call("POST", `/api/campaigns/join/${campaignId}`, {
    token: creator.token,
  });
  return { ...creator, code: json.data.shortLink.split("/").at(-1) };
}

describe("links", () => {
  it("disables and enables a link, with an audit row for each", async () => {
    const { id } = await launch(app);
    const creator = await join(id);
    const findLink = async () => {
      const { json } = await admin("GET", `/links?campaign=${id}&creator=${creator.username}`);
      return json.data[0];
    };
    expect(await findLink()).toMatchObject({
      code: creator.code,
      creator: creator.username,
      disabledBy: null,
      clicks: { total: 0 },
      paidMicros: "0",
    });

    const stopped = await act(`/links/${creator.code}/disable`);
    expect(stopped.json.data).toEqual({
      action: "link.disable",
      subject: `link:${id}:${creator.id}`,
      before: { code: creator.code, disabledBy: null },
      after: { code: creator.code, disabledBy: "operator" },
      applied: true,
      seen: null,
    });
    expect(await findLink()).toMatchObject({ disabledBy: "operator" });
    expect((await admin("GET", "/links?disabled=true")).json.data).toHaveLength(1);
    expect((await act(`/links/${creator.code}/disable`)).status).toBe(409);

    expect((await act(`/links/${creator.code}/enable`, "a mistake")).status).toBe(200);
    expect(await findLink()).toMatchObject({ disabledBy: null, disabledAt: null });
    expect((await act(`/links/${creator.code}/enable`)).status).toBe(409);
    expect(await listAudit(`link:${id}:${creator.id}`)).toEqual([
      expect.objectContaining({ action: "link.enable", reason: "a mistake", actor: "Ann" }),
      expect.objectContaining({
        action: "link.disable",
        actorKind: "operator",
        actorId: operatorId,
        actor: "Ann",
        reason: "a click farm",
        before: { code: creator.code, disabledBy: null },
        after: { code: creator.code, disabledBy: "operator" },
      }),
    ]);
  });

  it("changes nothing in a dry run, and returns the same errors", async () => {
    const { id } = await launch(app);
    const { code, id: creatorId } = await join(id);
    const dry = { reason: "why", dryRun: true };
    const answer = await admin("POST", `/links/${code}/disable`, dry);
    expect(answer.json.data).toMatchObject({ applied: false, after: { disabledBy: "operator" } });
    expect((await admin("GET", `/links?campaign=${id}`)).json.data[0].disabledBy).toBeNull();
    expect(await listAudit(`link:${id}:${creatorId}`)).toEqual([]);
    expect((await admin("POST", `/links/${code}/enable`, dry)).status).toBe(409);
  });

  it("does not resume a developer's own pause", async () => {
    const { id, developer } = await launch(app);
    const creator = await join(id);
    const path = `/api/campaigns/${id}/links/${creator.id}`;
    await call("PATCH", path, { token: developer.token, json: { disabled: true } });
    const refused = await act(`/links/${creator.code}/enable`);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      `The link ${creator.code} was disabled by its developer.`,
    ]);
    await act(`/links/${creator.code}/disable`);
    const enabled = { token: developer.token, json: { disabled: false } };
    expect((await call("PATCH", path, enabled)).status).toBe(403);
  });

  it("pages through all links, each once", async () => {
    const { id } = await launch(app);
    const codes = [];
    for (let i = 0; i < 5; i += 1) codes.unshift((await join(id)).code);
    const seen: string[] = [];
    for (let cursor = ""; seen.length < 10; ) {
      const { json } = await admin("GET", `/links?campaign=${id}&limit=2${cursor}`);
      seen.push(...json.data.map((link: { code: string }) => link.code));
      if (!json.nextCursor) break;
      cursor = `&cursor=${json.nextCursor}`;
    }
    expect(seen).toEqual(codes);
  });
});

describe("campaigns", () => {
  const edit = (developer: Person, id: string, json: object) =>
    call("PATCH", `/api/campaigns/${id}`, { token: developer.token, json });
  const own = async (developer: Person, id: string) => {
    const { json } = await call("GET", "/api/campaigns/my-campaigns", { token: developer.token });
    return json.data.find((campaign: { _id: string }) => campaign._id === id);
  };

  it("shows the price, the announced price and the fee", async () => {
    const { id, developer } = await launch(app);
    await owner`update campaigns set fee_basis_points = 1000 where id = ${id}`;
    const { json: before } = await admin("GET", `/campaigns/${id}`);
    expect(before.data).toMatchObject({ nextPrice: null, feeBasisPoints: 1000, feeMicros: "150" });
    const lower = { token: developer.token, json: { payoutPerClick: 0.001 } };
    const { json: changed } = await call("POST", `/api/campaigns/${id}/price`, lower);
    const { json: after } = await admin("GET", `/campaigns/${id}`);
    expect(after.data).toMatchObject({
      payoutMicros: before.data.payoutMicros,
      nextPrice: { payoutMicros: "1000", startsAt: changed.data.nextPrice.startsAt },
    });
  });

  it("pauses so that the developer cannot resume, and shows them the reason", async () => {
    const { id, developer } = await launch(app);
    const paused = await act(`/campaigns/${id}/pause`, "Its page is gone.");
    expect(paused.json.data).toMatchObject({
      action: "campaign.pause",
      before: { pausedAt: null, forcedPauseBy: null },
      after: { forcedPauseBy: "operator", forcedPauseReason: "Its page is gone." },
    });
    const refused = await edit(developer, id, { isActive: true });
    expect(refused.status).toBe(403);
    expect(refused.json.message).toBe(
      "Fairclick paused this campaign, and only Fairclick can resume it. The reason: Its page is gone.",
    );
    expect(await own(developer, id)).toMatchObject({
      status: "PAUSED",
      stopped: { how: "paused", by: "operator", reason: "Its page is gone." },
    });
    expect((await edit(developer, id, { description: "Another text." })).status).toBe(200);
    expect((await act(`/campaigns/${id}/pause`)).status).toBe(409);

    expect((await act(`/campaigns/${id}/resume`, "It is back.")).status).toBe(200);
    expect(await own(developer, id)).toMatchObject({ status: "ACTIVE", stopped: null });
    expect((await act(`/campaigns/${id}/resume`)).json.message).toBe(
      "This campaign is not paused.",
    );
  });

  it("leaves a campaign paused that its developer had paused before", async () => {
    const { id, developer } = await launch(app);
    await edit(developer, id, { isActive: false });
    app.clock.at = new Date(app.clock.at.getTime() + 1_000);
    expect((await act(`/campaigns/${id}/resume`)).json.message).toBe(
      "This campaign was paused by its developer, who can resume it.",
    );
    await act(`/campaigns/${id}/pause`);
    await act(`/campaigns/${id}/resume`);
    expect(await own(developer, id)).toMatchObject({ status: "PAUSED", stopped: null });
    expect((await edit(developer, id, { isActive: true })).json.data.status).toBe("ACTIVE");
  });

  it("disables and restores, shows it to the developer, and lists the campaign", async () => {
    const { id, developer } = await launch(app);
    await act(`/campaigns/${id}/disable`, "It is a scam.");
    expect(await own(developer, id)).toMatchObject({
      status: "DISABLED",
      stopped: { how: "disabled", by: "operator", reason: "It is a scam." },
    });
    const { json } = await admin("GET", `/campaigns?stopped=true&developer=${developer.username}`);
    expect(json.data).toEqual([
      expect.objectContaining({ id, status: "DISABLED", disabledReason: "It is a scam." }),
    ]);
    await act(`/campaigns/${id}/restore`);
    expect((await admin("GET", `/campaigns/${id}`)).json.data).toMatchObject({
      status: "ACTIVE",
      disabledAt: null,
      budgetMicros: "15000000",
      escrowMicros: "15000000",
    });
    expect((await act(`/campaigns/${id}/restore`)).status).toBe(409);
    expect(
      (await listAudit(`campaign:${id}`)).map((row: { action: string }) => row.action),
    ).toEqual(["campaign.restore", "campaign.disable"]);
  });

  it("answers 404 for an unknown subject or action", async () => {
    const nothing = "01900000-0000-7000-8000-000000000000";
    expect((await act(`/campaigns/${nothing}/pause`)).status).toBe(404);
    expect((await act("/campaigns/x/pause")).status).toBe(404);
    expect((await admin("GET", "/campaigns/x")).status).toBe(404);
    expect((await act(`/campaigns/${nothing}/delete`)).status).toBe(404);
    expect((await act("/links/none/disable")).status).toBe(404);
    expect((await act("/users/nobody/suspend")).status).toBe(404);
    expect((await act(`/withdrawals/${nothing}/hold`)).status).toBe(404);
  });
});

describe("users", () => {
  it("suspends: the user cannot act, sees the reason, and keeps their money", async () => {
    const { id, developer } = await launch(app);
    const creator = await join(id);
    await act(`/users/${creator.email}/suspend`, "Bought clicks.");

    const acting = { token: creator.token, json: campaignInput(app) };
    const refused = await call("POST", "/api/campaigns", acting);
    expect([refused.status, refused.json.code]).toEqual([403, "account_suspended"]);
    expect(refused.json.message).toContain("The reason: Bought clicks.");
    const withdrawing = { token: creator.token, json: { amount: 100 } };
    expect((await call("POST", "/api/stripe/withdraw", withdrawing)).json.code).toBe(
      "account_suspended",
    );
    const me = await call("GET", "/api/auth/me", { token: creator.token });
    expect(me.json.data.user.suspension).toEqual({
      since: app.clock.at.toISOString(),
      reason: "Bought clicks.",
    });
    expect((await admin("GET", "/users?suspended=true")).json.data).toEqual([
      expect.objectContaining({ id: creator.id, suspensionReason: "Bought clicks.", links: 1 }),
    ]);
    expect((await act(`/users/${creator.id}/suspend`)).status).toBe(409);

    await act(`/users/${creator.username}/restore`, "It was their brother.");
    const again = await call("GET", "/api/auth/me", { token: creator.token });
    expect(again.json.data.user).not.toHaveProperty("suspension");
    expect((await act(`/users/${creator.id}/restore`)).status).toBe(409);
    expect((await listAudit(`user:${creator.id}`))[1]).toMatchObject({
      before: { suspended: false },
      after: { suspended: true, suspensionReason: "Bought clicks." },
    });
    expect((await admin("GET", `/users/${developer.email}`)).json.data).toMatchObject({
      walletMicros: "0",
      campaigns: 1,
    });
  });

  it("shows what a creator owes", async () => {
    const creator = await register(app);
    const owes = async () =>
      (await admin("GET", `/users/${creator.email}`)).json.data.debtMicros as string;
    expect(await owes()).toBe("0");
    // A reversal after the earnings were withdrawn becomes a debt.
    const ownerId = creator.id;
    await withTx(app.db, async (tx) => {
      await openAccounts(tx, ownerId, ["debt", "earnings"]);
      await postTransaction(tx, {
        kind: "debt_payment",
        idempotencyKey: `debt:${ownerId}`,
        memo: "Paid clicks were reversed",
        entries: [
          { account: { kind: "debt", ownerId }, micros: -700_000n },
          { account: { kind: "earnings", ownerId }, micros: 700_000n },
        ],
      });
    });
    expect(await owes()).toBe("700000");
  });

  it("does not offer the campaigns of a suspended developer", async () => {
    const { id, developer } = await launch(app);
    const creator = await register(app);
    const offered = async () => {
      const { json } = await call("GET", "/api/campaigns?limit=100", { token: creator.token });
      return json.data.map((campaign: { _id: string }) => campaign._id).includes(id);
    };
    expect(await offered()).toBe(true);
    await act(`/users/${developer.id}/suspend`);
    expect(await offered()).toBe(false);
    const joining = await call("POST", `/api/campaigns/join/${id}`, { token: creator.token });
    expect(joining.json.code).toBe("campaign_not_joinable");
    expect((await admin("GET", `/campaigns/${id}`)).json.data).toMatchObject({
      status: "DISABLED",
      developerSuspended: true,
      disabledAt: null,
    });
  });
});

describe("the audit log", () => {
  it("is filtered by actor, action and time, and paged", async () => {
    const everything = await admin("GET", "/audit?actor=Ann&limit=100");
    const mine = everything.json.data;
    expect(mine.length).toBeGreaterThan(10);
    expect(new Set(mine.map((row: { actor: string }) => row.actor))).toEqual(new Set(["Ann"]));
    const ids = mine.map((row: { id: string }) => Number(row.id));
    expect(ids).toEqual([...ids].sort((a, b) => b - a));

    const { json: first } = await admin("GET", "/audit?actor=Ann&limit=3");
    const { json: second } = await admin(
      "GET",
      `/audit?actor=Ann&limit=3&cursor=${first.nextCursor}`,
    );
    expect([...first.data, ...second.data]).toEqual(mine.slice(0, 6));

    const { json: users } = await admin("GET", "/audit?action=user.&actorKind=operator");
    expect(users.data.map((row: { action: string }) => row.action)).toEqual(
      expect.arrayContaining(["user.suspend", "user.restore"]),
    );
    expect((await admin("GET", "/audit?since=2999-01-01")).json.data).toEqual([]);
    expect((await admin("GET", "/audit?until=2001-01-01T00:00:00%2B01:00")).json.data).toEqual([]);
  });

  it.each([
    "/audit?since=yesterday",
    "/audit?cursor=x",
    "/audit?limit=101",
    "/links?disabled=perhaps",
    "/links?campaign=x",
    "/users?cursor=x",
    "/withdrawals?state=lost",
  ])("refuses %s", async (path) => {
    expect((await admin("GET", path)).status).toBe(422);
  });
});

it.each(["/links/x/disable", "/users/x/suspend", "/campaigns/x/pause", "/withdrawals/x/hold"])(
  "POST %s wants a reason",
  async (path) => {
    expect((await admin("POST", path, { reason: " " })).status).toBe(422);
    expect((await admin("POST", path, { dryRun: true })).status).toBe(422);
  },
);

it("stops a stolen token after 200 suspensions in a day", async () => {
  const thief = await addOperator("Eve", scopes);
  await owner`
    insert into audit_log (actor_kind, actor_id, action, subject, at)
    select 'operator', ${thief.operatorId}, 'user.suspend', 'user:x', ${app.clock.at}
    from generate_series(1, 199)`;
  const [one, other] = [await register(app, "one"), await register(app, "other")];
  const suspend = (id: string, json: object = {}) =>
    call("POST", `/api/admin/users/${id}/suspend`, {
      token: thief.token,
      json: { reason: "mine", ...json },
    });
  expect((await suspend(one.id)).status).toBe(200);
  expect((await suspend(other.id, { dryRun: true })).status).toBe(409);
  const { status, json } = await suspend(other.id);
  expect([status, json.message]).toEqual([409, expect.stringContaining("200 accounts")]);
  expect((await act(`/users/${other.id}/suspend`)).status).toBe(200);
});
