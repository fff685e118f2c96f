import { asId, type UserId } from "@fairclick/core/ids";
import { groupActNames } from "@fairclick/core/operations/attacks";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { verifyBooks } from "@fairclick/services/money/ledger";
import { addFinding } from "@fairclick/services/testing/counted-clicks";
import { addPendingClicks, addUser } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { withdraw } from "@fairclick/services/testing/withdraw";
import { withTx } from "@fairclick/sql/db/tx";
import { updateHold } from "@fairclick/sql/money/outflows";
import { findPendingWithdrawal } from "@fairclick/sql/money/withdrawals";
import { describe, expect, it } from "vitest";
import { launch, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp({
  config: {
    mail: {
      ...{ smtpUrl: "smtp://localhost", from: "F <f@example.com>" },
      operatorAddresses: ["boss@example.com"],
    },
  },
});
const { call, db, owner, addOperator, clock } = app;
const { token } = await addOperator("Ann");
const admin = (method: string, path: string, json?: object, as = token) =>
  call(method, `/api/admin${path}`, { token: as, ...(json ? { json } : {}) });
const act = (json: object, as = token) =>
  admin("POST", "/users/act", { reason: "One laptop.", ...json }, as);
const undo = (id: string, json: object = {}) => act({ undo: id, reason: "A school.", ...json });
const everything = [...groupActNames];

const PAID = 3;
const tower = await launch(app, { payoutPerClick: 0.01, budget: 50 });

/** Creators with a link, three paid clicks of $0.01 and a withdrawal of $0.02. */
async function addRing(size: number): Promise<(Person & { code: string; withdrawal: string })[]> {
  const people = [];
  for (let i = 0; i < size; i += 1) {
    const person = await register(app, "ring");
    const joined = await call("POST", `/api/campaigns/join/${tower.id}`, { token: person.token });
    const at = new Date(clock.at.getTime() - 600_000);
    await addPendingClicks(
      db,
      Array.from({ length: PAID }, () => ({ at, campaignId: tower.id, creatorId: person.id })),
    );
    people.push({ ...person, code: joined.json.data.shortLink.split("/").at(-1) });
  }
  await settleClicks(systemCtx(db), {
    ...{ watermark: clock.at, windowSeconds: 60, shard: 0, shards: 1, batchSize: 1_000 },
  });
  const ring = [];
  for (const person of people) {
    const userId = asId<UserId>(person.id);
    await withdraw(db, { userId, cents: 2, end: "open", at: clock.at });
    const withdrawal = (await findPendingWithdrawal(db.sql, userId)) ?? "";
    ring.push({ ...person, withdrawal });
  }
  clock.at = new Date(clock.at.getTime() + 60_000);
  return ring;
}

type Ring = Awaited<ReturnType<typeof addRing>>;
const names = (ring: Ring) => ring.map(({ username }) => username);
const ids = (ring: Ring) => ring.map(({ id }) => id);

/** Everything that an act may change about accounts. */
function readState(ring: Ring) {
  return owner`
    select u.id, u.suspended_at, u.suspension_reason, l.disabled_at, l.disabled_by, w.status,
      w.held_at, w.hold_reason, w.hold_kinds, w.hold_until,
      (select balance_micros from ledger_accounts where owner_id = u.id and kind = 'earnings')::text
        as earnings,
      (select count(*) from clicks where creator_id = u.id and verdict = 'valid')::int as valid
    from users u join links l on l.creator_id = u.id left join withdrawals w on w.user_id = u.id
    where u.id = any (${ids(ring)}::uuid[]) order by u.id`;
}

const mails = async () => {
  const [row] = await owner<{ count: number }[]>`
    select count(*)::int as count from notices where kind = 'operator.acted'`;
  return row?.count ?? 0;
};

describe("an act on several accounts", () => {
  it("previews names and sums, does all of it once, and is undone exactly", async () => {
    const ring = await addRing(4);
    const [a, b, c, d] = ring;
    if (!a || !b || !c || !d) throw new Error("The ring is too small");
    await admin("POST", `/users/${a.id}/suspend`, { reason: "before" });
    await admin("POST", `/links/${b.code}/disable`, { reason: "before" });
    await admin("POST", `/withdrawals/${c.withdrawal}/hold`, { reason: "before" });
    const until = new Date(clock.at.getTime() + 3_600_000);
    await withTx(db, (tx) =>
      updateHold(tx, "withdrawal", {
        id: d.withdrawal,
        hold: { at: clock.at, reason: "The brake.", kinds: ["unproved"], until },
      }),
    );
    clock.at = new Date(clock.at.getTime() + 60_000);
    const before = await readState(ring);

    const group = { users: names(ring), acts: everything };
    const preview = await act({ ...group, dryRun: true });
    expect(preview.json.data).toMatchObject({
      action: "attack.act",
      applied: false,
      before: { accounts: 4, suspended: 1, heldWithdrawals: "2, $0.04" },
      after: {
        ...{ accounts: 4, suspended: 4, stoppedLinks: 3, heldWithdrawals: "4, $0.08" },
        reversed: "12 clicks, $0.12 (unsent withdrawals $0.08, owed $0.00)",
      },
    });
    expect(preview.json.data.after.members).toContain(
      `${a.username} (suspended already, withdrawal $0.02, 1 link, 3 clicks $0.03)`,
    );
    expect(await readState(ring)).toEqual(before);

    const hold = { users: names(ring), acts: ["hold", "stop", "suspend"] };
    const seen = (await act({ ...hold, dryRun: true })).json.data.seen;
    const mailed = await mails();
    const done = await act({ ...hold, seen });
    expect([done.status, done.json.data.applied, (await mails()) - mailed]).toEqual([200, true, 1]);
    const stopped = await readState(ring);
    expect(stopped.every((row) => row.suspendedAt && row.disabledAt && row.heldAt)).toBe(true);
    const rows = await admin("GET", `/audit?subject=${done.json.data.subject}`);
    expect(rows.json.data).toEqual([
      expect.objectContaining({ action: "attack.act", reason: "One laptop." }),
    ]);

    clock.at = new Date(clock.at.getTime() + 60_000);
    const foreseen = await undo(done.json.data.after.act, { dryRun: true });
    expect(foreseen.json.data.after).toMatchObject({
      ...{ restored: 3, startedLinks: 3, releasedWithdrawals: "3, $0.06", clicksPaidAgain: 0 },
    });
    const undone = await undo(done.json.data.after.act, { seen: foreseen.json.data.seen });
    expect(undone.status).toBe(200);
    expect(await readState(ring)).toEqual(before);
    expect((await undo(done.json.data.after.act)).status).toBe(409);
    expect((await undo(crypto.randomUUID())).status).toBe(404);
  });

  it("takes clicks back with the same act, and undoing it pays them again", async () => {
    const ring = await addRing(2);
    const done = await act({ users: ids(ring), acts: ["reverse"], category: "own_clicks" });
    expect(done.json.data.after).toMatchObject({
      reversed: "6 clicks, $0.06 (unsent withdrawals $0.04, owed $0.00)",
    });
    expect((await readState(ring)).map(({ valid, status }) => [valid, status])).toEqual([
      [0, "failed"],
      [0, "failed"],
    ]);
    const shown = await admin("GET", `/cases/${done.json.data.subject.slice("attack:".length)}`);
    expect(shown.json.data).toMatchObject({
      ...{ kind: "attacks", state: "open", note: "One laptop.", accounts: 2 },
      ...{ takenMicros: "60000", heldMicros: "0", leavableMicros: "0", outMicros: "0" },
      decisions: [{ operator: "Ann", action: "attack.act", reason: "One laptop." }],
    });
    await undo(done.json.data.after.act);
    const after = await readState(ring);
    expect(after.map(({ valid, earnings }) => [valid, earnings])).toEqual([
      [3, "30000"],
      [3, "30000"],
    ]);
    const { checks } = await verifyBooks(app.deps);
    // The tests' deposits are postings only.
    const wrong = checks.filter(({ differences }) => differences.length > 0);
    expect(wrong.map(({ name }) => name)).toEqual(["deposits_equal_postings"]);
  });

  it("is refused if the set has changed since the preview, also by another operator", async () => {
    const ring = await addRing(2);
    const bob = (await addOperator("Bob")).token;
    const group = { users: names(ring), acts: everything };
    const { seen } = (await act({ ...group, dryRun: true })).json.data;
    const other = (await act({ ...group, dryRun: true }, bob)).json.data;
    expect(other.seen).toBe(seen);
    const answers = await Promise.all([act({ ...group, seen }), act({ ...group, seen }, bob)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const acts = await owner`
      select from audit_log where action = 'attack.act'
        and after ->> 'members' like ${`%${ring[0]?.username} %`}`;
    expect(acts).toHaveLength(1);
    expect((await readState(ring)).map(({ valid }) => valid)).toEqual([0, 0]);
  });

  it("changes nothing if it would exceed what the operator can take back in a day", async () => {
    const limited = { ...app.deps.config, reversalLimitMicros: 50_000n };
    const ring = await addRing(2);
    const before = await readState(ring);
    const config = app.deps.config;
    app.deps.config = limited;
    const answer = await act(
      { users: ids(ring), acts: everything },
      (await addOperator("Cy")).token,
    );
    app.deps.config = config;
    expect([answer.status, answer.json.message]).toEqual([409, expect.stringContaining("$0.06")]);
    expect(await readState(ring)).toEqual(before);
  });

  it("needs the scope of each act, a reason, known accounts and at most 50 of them", async () => {
    const [one] = await addRing(1);
    const users = [one?.username];
    const support = (await addOperator("Sue", ["users:read", "users:write"])).token;
    expect((await act({ users, acts: ["stop"] }, support)).status).toBe(403);
    expect((await act({ users, acts: ["reverse"] }, support)).status).toBe(403);
    expect((await act({ users, acts: ["hold"] }, support)).status).toBe(200);
    const viewer = (await addOperator("Vic", ["users:read"])).token;
    expect((await act({ users, acts: ["hold"] }, viewer)).status).toBe(403);
    expect((await act({ users, acts: ["hold"], reason: " " })).status).toBe(422);
    expect((await act({ acts: ["hold"] })).status).toBe(422);
    expect((await act({ users: ["nobody"], acts: ["hold"] })).status).toBe(404);
    expect((await act({ users: [crypto.randomUUID()], acts: ["hold"] })).status).toBe(404);
    const many = Array.from({ length: 51 }, () => crypto.randomUUID());
    expect((await act({ users: many, acts: ["hold"] })).status).toBe(422);
    expect((await act({ users, acts: ["hold"] })).status).toBe(409);
    expect((await act({ users, acts: ["suspend"], related: true })).status).toBe(422);
  });

  it("stops a stolen token after 200 accounts in a day", async () => {
    const thief = (await addOperator("Eve")).token;
    const strangers = [];
    for (let i = 0; i < 201; i += 1) strangers.push(await addUser(db));
    for (let i = 0; i < 200; i += 50) {
      const users = strangers.slice(i, i + 50);
      expect((await act({ users, acts: ["suspend"] }, thief)).status).toBe(200);
    }
    const last = { users: strangers.slice(200), acts: ["suspend"] };
    expect((await act(last, thief)).status).toBe(409);
    expect((await act({ ...last, dryRun: true }, thief)).status).toBe(409);
    const one = await admin("POST", `/users/${strangers[200]}/suspend`, { reason: "mine" }, thief);
    expect([one.status, one.json.message]).toEqual([409, expect.stringContaining("200 accounts")]);
    expect((await act(last)).status).toBe(200);
  });

  it("names an account that is an operator's own", async () => {
    const [one] = await addRing(1);
    await owner`update users set email = 'boss@example.com' where id = ${one?.id ?? ""}`;
    const { json } = await act({ users: [one?.id], acts: ["suspend"], dryRun: true });
    expect(json.data.after.members).toContain("an operator's address");
  });
});

describe("an attack", () => {
  it("is one case and one row of todo, opened without an act, until it is decided", async () => {
    const ring = await addRing(3);
    const [a, b] = ring;
    await admin("POST", `/withdrawals/${a?.withdrawal}/hold`, { reason: "why" });
    const at = clock.at;
    await addFinding(db, {
      ...{ id: crypto.randomUUID(), campaignId: tower.id, creatorId: b?.id ?? "", fromAt: at, at },
    });
    const readTodo = async () => {
      const { json } = await admin("GET", "/todo");
      const own = json.data.items.filter(
        ({ who, id }: { who: string | null; id: string }) =>
          names(ring).some((name) => who?.includes(name)) || id === caseId,
      );
      return own.map(({ kind }: { kind: string }) => kind).sort();
    };
    let caseId = "";
    expect(await readTodo()).toEqual(["findings", "withdrawals"]);
    const opened = await act({ users: names(ring), reason: "Same bank." });
    expect(opened.json.data).toMatchObject({ action: "attack.open", applied: true });
    caseId = opened.json.data.subject.slice("attack:".length);
    expect(await readTodo()).toEqual(["attacks"]);
    const { json } = await admin("GET", "/todo");
    const item = json.data.items.find(({ id }: { id: string }) => id === caseId);
    expect(item.about).toBe("3 accounts, 1 held withdrawal, 1 finding: Same bank.");
    expect(item.micros).toBe("90000");

    const hold = await act({ case: caseId, acts: ["hold"], reason: "Wait." });
    expect(hold.json.data.subject).toBe(`attack:${caseId}`);
    const joined = await addRing(1);
    await act({ users: [a?.username, joined[0]?.username], acts: ["stop"], reason: "Stop." });
    const shown = (await admin("GET", `/cases/${caseId}`)).json.data;
    expect(shown.decisions.map((each: { reason: string }) => each.reason)).toEqual([
      ...["Same bank.", "Wait.", "Stop."],
    ]);
    expect([shown.accounts, shown.heldMicros]).toEqual([4, "60000"]);

    const decided = await admin("POST", `/cases/${caseId}/accept`, { reason: "One person." });
    expect(decided.json.data).toMatchObject({ action: "attack.accepted", applied: true });
    expect(await readTodo()).toEqual(["findings", "withdrawals", "withdrawals", "withdrawals"]);
    expect((await act({ case: caseId, acts: ["suspend"] })).status).toBe(409);
    const list = await admin("GET", "/cases?kind=attacks&state=accepted");
    expect(list.json.data).toEqual([
      expect.objectContaining({ id: caseId, answer: "One person.", decidedBy: "Ann" }),
    ]);
    await admin("POST", `/cases/${caseId}/reopen`, { reason: "Not over." });
    expect(await readTodo()).toEqual(["attacks"]);
  });

  it("is one row of todo while nobody has opened it: held clicks of one /48 on several links", async () => {
    const ring = await addRing(3);
    const at = new Date(clock.at.getTime() - 600_000);
    const found = [{ signal: "ip_network" as const, evidence: {} }];
    await addPendingClicks(
      db,
      ring.flatMap(({ id: creatorId }, n) =>
        [0, 1].map((i) => ({
          ...{ at, campaignId: tower.id, creatorId, signals: found },
          ipKey: `2001:db8:77:${n}${i}::/64`,
        })),
      ),
    );
    await settleClicks(systemCtx(db), {
      ...{ watermark: clock.at, windowSeconds: 60, shard: 0, shards: 1, batchSize: 1_000 },
    });
    const { json } = await admin("GET", "/todo");
    const held = json.data.items.filter(({ kind }: { kind: string }) => kind === "held_clicks");
    expect(held).toEqual([
      expect.objectContaining({
        ...{ id: "2001:db8:77::/48", who: null, micros: "60000" },
        about: "6 held on 3 links from 2001:db8:77::/48: ip_network",
      }),
    ]);
    const network = { networks: ["2001:db8:77::1/48"], reason: "A rival." };
    expect((await act({ ...network, acts: ["hold"] })).status).toBe(422);
    expect((await act({ networks: ["all"] })).status).toBe(422);
    const { subject } = (await act(network)).json.data;
    const rival = await register(app, "rival");
    const joined = await act({ ...network, users: [rival.username], acts: ["suspend"] });
    expect(joined.json.data.subject).toBe(subject);
    const items = (await admin("GET", "/todo")).json.data.items;
    expect(items.filter(({ kind }: { kind: string }) => kind === "held_clicks")).toEqual([]);
    const own = items.find(({ id }: { id: string }) => `attack:${id}` === subject);
    expect([own.about, own.who]).toEqual([
      ...["1 account, 1 network, 6 held clicks: A rival.", `${rival.username}, 2001:db8:77::/48`],
    ]);
    const shown = await admin("GET", `/cases/${subject.slice("attack:".length)}`);
    expect(shown.json.data.networks).toEqual([
      { network: "2001:db8:77::/48", heldClicks: 6, links: 3 },
    ]);
  });
});
