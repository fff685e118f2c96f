import { describe, expect, it } from "vitest";
import { campaignInput, deposit, launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp({ config: { trackingUrl: "https://fair.example" } });
const { call, db, clock } = app;

const unknownId = "00000000-0000-7000-8000-000000000000";
const balance = async (kind: string, ownerId: string) => {
  const [row] = await db.sql`
    select balance_micros from ledger_accounts where kind = ${kind} and owner_id = ${ownerId}`;
  return row?.balanceMicros;
};
const create = (token: string, changes: Record<string, unknown> = {}) =>
  call("POST", "/api/campaigns", { token, json: campaignInput(app, changes) });

describe("POST /api/campaigns", () => {
  it("reserves the budget in escrow and says so in the spec's words", async () => {
    const developer = await register(app);
    await deposit(app, developer, 20);
    const { status, json } = await create(developer.token, { hashtags: ["fun", "#Fun2"] });
    expect(status).toBe(201);
    expect(json.message).toBe(
      "Campaign created successfully! Your campaign is now available for creators to join.",
    );
    expect(json.data).toMatchObject({
      name: "Tower of Fun",
      gameName: "Tower of Fun",
      payoutPerClick: 0.0015,
      budget: 15,
      budgetRemaining: 15,
      budgetUsed: 0,
      spend: 0,
      totalClicks: 0,
      clicks: { total: 0, pending: 0, valid: 0, invalid: 0, held: 0, unpaid: 0 },
      ctr: null,
      costPerClick: null,
      status: "ACTIVE",
      isActive: true,
      gameGenres: ["Obby"],
      hashtags: ["#fun", "#Fun2"],
      trailerLink: null,
      createdBy: { _id: developer.id, username: developer.username },
    });
    expect(await balance("escrow", json.data._id)).toBe(15_000_000n);
    expect(await balance("wallet", developer.id)).toBe(5_000_000n);
    const audit = await db.sql`
      select action, actor_id, after from audit_log where subject = ${`campaign:${json.data._id}`}`;
    expect(audit).toEqual([
      {
        action: "campaign.create",
        actorId: developer.id,
        after: expect.objectContaining({ budgetMicros: "15000000", funded: true }),
      },
    ]);
  });

  it("saves a campaign that the wallet cannot pay, and returns the missing amount", async () => {
    const developer = await register(app);
    await deposit(app, developer, 14.9985);
    const { status, json } = await create(developer.token);
    expect(status).toBe(201);
    expect(json.data).toMatchObject({ status: "AWAITING_FUNDS", isActive: true });
    expect(json.message).toContain("$0.0015 short");
    expect(await balance("escrow", json.data._id)).toBe(0n);
    expect(await balance("wallet", developer.id)).toBe(14_998_500n);
  });

  it("never reserves the same money twice", async () => {
    const developer = await register(app);
    await deposit(app, developer, 40);
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(developer.token)));
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201, 201]);
    const funded = answers.filter((answer) => answer.json.data.status === "ACTIVE");
    expect(funded).toHaveLength(2);
    expect(await balance("wallet", developer.id)).toBe(10_000_000n);
  });

  it("starts paused if requested", async () => {
    const developer = await register(app);
    await deposit(app, developer, 15);
    const { json } = await create(developer.token, { isActive: false });
    expect(json.data).toMatchObject({ status: "PAUSED", isActive: false, budgetRemaining: 15 });
  });

  it.each([
    [{ gameUrl: "" }, "Game URL is required"],
    [
      { gameUrl: "http://2130706433/" },
      "Game URL must lead to a public website, not to a private or reserved address",
    ],
    [
      { trailerLink: "http://[::1]/" },
      "Trailer link must lead to a public website, not to a private or reserved address",
    ],
    [{ gameTitle: "  " }, "Game title is required"],
    [{ description: undefined }, "Description is required"],
    [{ targetAudience: "" }, "Target audience is required"],
    [{ tags: [] }, "At least one tag is required"],
    [{ tags: ["Obby", "RPG", "Anime", "Tycoon"] }, "Choose at most 3 genre tags"],
    [{ hashtags: Array.from({ length: 11 }, (_, n) => `#t${n}`) }, "Choose at most 10 hashtags"],
    [{ payoutPerClick: 0 }, "Valid payout rate is required"],
    [{ payoutPerClick: -1 }, "Valid payout rate is required"],
    [{ payoutPerClick: 0.0000001 }, "Valid payout rate is required"],
    [{ startDate: "" }, "Start date is required"],
    [{ endDate: undefined }, "End date is required"],
    [{ conversionTips: "" }, "Content to display is required"],
    [{ budget: 0.149999 }, "The budget must pay for at least 100 clicks"],
    [{ payoutPerClick: 5.000001, budget: 50_000 }, "One click can cost at most $5.00"],
    [{ payoutPerClick: 1_000, budget: 1_000 }, "One click can cost at most $5.00"],
  ])("refuses %j", async (change, message) => {
    const developer = await register(app);
    const { status, json } = await create(developer.token, change);
    expect([status, json.message]).toEqual([422, message]);
    expect(json.issues[0]).toEqual({ path: Object.keys(change)[0], message });
    expect(
      (await call("GET", "/api/campaigns/my-campaigns", { token: developer.token })).json.data,
    ).toEqual([]);
  });

  it("checks the dates against its own clock", async () => {
    const developer = await register(app);
    const today = clock.at.toISOString().slice(0, 10);
    const backwards = await create(developer.token, {
      startDate: "2999-01-02",
      endDate: "2999-01-01",
    });
    expect([backwards.status, backwards.json.message]).toEqual([
      422,
      "End date must be after start date",
    ]);
    const tooSoon = await create(developer.token, { startDate: "2020-01-01", endDate: today });
    expect(tooSoon.json.issues).toEqual([
      { path: "endDate", message: "End date must be at least tomorrow" },
    ]);
  });

  it("requires sign-in", async () => {
    const { status } = await call("POST", "/api/campaigns", { json: campaignInput(app) });
    expect(status).toBe(401);
  });
});

describe("POST /api/campaigns/{id}/fund", () => {
  const awaiting = async () => {
    const developer = await register(app);
    const { json } = await create(developer.token);
    return { developer, id: json.data._id as string };
  };
  const fund = (token: string, id: string) => call("POST", `/api/campaigns/${id}/fund`, { token });

  it("reserves the budget once, even if it is requested repeatedly", async () => {
    const { developer, id } = await awaiting();
    await deposit(app, developer, 100);
    const answers = await Promise.all(Array.from({ length: 5 }, () => fund(developer.token, id)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await balance("escrow", id)).toBe(15_000_000n);
    expect(await balance("wallet", developer.id)).toBe(85_000_000n);
  });

  it("returns the missing amount", async () => {
    const { developer, id } = await awaiting();
    await deposit(app, developer, 5);
    const { status, json } = await fund(developer.token, id);
    expect([status, json.code, json.message]).toEqual([
      409,
      "insufficient_funds",
      "Your wallet is $10.00 short of the budget",
    ]);
  });

  it("rejects other users and ended campaigns", async () => {
    const { developer, id } = await awaiting();
    await deposit(app, developer, 100);
    const other = await register(app);
    expect((await fund(other.token, id)).status).toBe(403);
    const now = clock.at;
    clock.at = new Date(now.getTime() + 30 * 86_400_000 - 1);
    expect((await fund(developer.token, id)).status).toBe(409);
    clock.at = now;
    expect(await balance("escrow", id)).toBe(0n);
  });
});

describe("POST /api/campaigns/join/{id}", () => {
  const join = (id: string, token: string) => call("POST", `/api/campaigns/join/${id}`, { token });

  it("creates a link once", async () => {
    const { id } = await launch(app);
    const creator = await register(app);
    const { status, json } = await join(id, creator.token);
    expect(status).toBe(200);
    expect(json.message).toBe("Successfully joined campaign!");
    expect(json.data).toMatchObject({
      _id: id,
      redirectLink: `https://fair.example/api/clicks/redirect/${id}?userId=${creator.id}`,
      shortLink: expect.stringMatching(/^https:\/\/fair\.example\/r\/[2-9A-Za-z]{8}$/),
      disabledBy: null,
      earnings: 0,
    });
    const again = await join(id, creator.token);
    expect([again.status, again.json.code, again.json.message]).toEqual([
      409,
      "already_joined",
      "You have already joined this campaign",
    ]);
    const joined = await call("GET", "/campaigns/joined", { token: creator.token });
    expect(joined.json.data).toEqual([json.data]);
  });

  it("creates one link for two concurrent joins", async () => {
    const { id } = await launch(app);
    const creator = await register(app);
    const answers = await Promise.all(Array.from({ length: 6 }, () => join(id, creator.token)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it("rejects the user's own campaign and campaigns that cannot be joined", async () => {
    const own = await launch(app);
    expect((await join(own.id, own.developer.token)).json).toMatchObject({ code: "own_campaign" });
    const paused = await launch(app, { isActive: false });
    const creator = await register(app);
    const answer = await join(paused.id, creator.token);
    expect([answer.status, answer.json.code]).toEqual([409, "campaign_not_joinable"]);
    const unfunded = await create((await register(app)).token);
    expect((await join(unfunded.json.data._id, creator.token)).status).toBe(404);
  });

  it.each([unknownId, "1", "..%2f", "'%20or%201=1", "%00"])("does not know %s", async (id) => {
    const creator = await register(app);
    const { status, json } = await join(id, creator.token);
    expect([status, json.code, json.message]).toEqual([404, "not_found", "Campaign not found"]);
  });
});

describe("GET /api/campaigns/{id}", () => {
  it("shows a funded campaign to everyone, an unfunded one only to its developer", async () => {
    const { id } = await launch(app);
    expect((await call("GET", `/api/campaigns/${id}`)).json.data._id).toBe(id);
    const developer = await register(app);
    const { json } = await create(developer.token);
    const path = `/api/campaigns/${json.data._id}`;
    expect((await call("GET", path)).status).toBe(404);
    expect((await call("GET", path, { token: developer.token })).status).toBe(200);
    expect((await call("GET", `/api/campaigns/${unknownId}`)).status).toBe(404);
  });
});

describe("PATCH /api/campaigns/{id}", () => {
  const edit = (id: string, token: string, json: unknown) =>
    call("PATCH", `/api/campaigns/${id}`, { token, json });

  it("pauses, resumes and edits texts", async () => {
    const { id, developer } = await launch(app);
    const paused = await edit(id, developer.token, { isActive: false });
    expect(paused.json.data).toMatchObject({ status: "PAUSED", isActive: false });
    const resumed = await edit(id, developer.token, {
      isActive: true,
      description: "New words",
      hashtags: [],
      trailerLink: "https://youtu.be/x",
    });
    expect(resumed.json.data).toMatchObject({
      status: "ACTIVE",
      isActive: true,
      description: "New words",
      hashtags: [],
      trailerLink: "https://youtu.be/x",
      targetAudience: "Everyone",
    });
    const audit = await db.sql`
      select action from audit_log where subject = ${`campaign:${id}`} order by id`;
    expect(audit.map((row) => row.action)).toEqual([
      "campaign.create",
      "campaign.edit",
      "campaign.edit",
    ]);
  });

  it("does not let a developer undo an operator's change or edit an ended campaign", async () => {
    const { id, developer } = await launch(app);
    await db.sql`update campaigns set disabled_at = now() where id = ${id}`;
    const answer = await edit(id, developer.token, { isActive: true });
    expect(answer.json.data).toMatchObject({ status: "DISABLED", isActive: false });
    await db.sql`update campaigns set starts_at = '2000-01-01', ends_at = '2000-01-02' where id = ${id}`;
    expect((await edit(id, developer.token, { isActive: true })).status).toBe(409);
  });

  it("refuses a private address as a trailer link", async () => {
    const { id, developer } = await launch(app);
    const answer = await edit(id, developer.token, { trailerLink: "http://192.168.1.1/" });
    expect([answer.status, answer.json.issues[0].path]).toEqual([422, "trailerLink"]);
  });

  it("changes neither money nor the start nor other people's campaigns", async () => {
    const { id, developer } = await launch(app);
    const before = await call("GET", `/api/campaigns/${id}`);
    const money = await edit(id, developer.token, {
      budget: 1,
      payoutPerClick: 9,
      startDate: "2999-01-01",
    });
    expect([money.status, money.json.message]).toEqual([422, "Nothing to change"]);
    const stranger = await register(app);
    const foreign = await edit(id, stranger.token, { isActive: false });
    expect([foreign.status, foreign.json.message]).toEqual([403, "This is not your campaign"]);
    expect((await edit(unknownId, stranger.token, { isActive: false })).status).toBe(404);
    expect((await call("GET", `/api/campaigns/${id}`)).json).toEqual(before.json);
  });
});
