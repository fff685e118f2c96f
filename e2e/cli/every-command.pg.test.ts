import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, register } from "@fairclick/api/testing/people";
import { createTestApp } from "@fairclick/api/testing/test-app";
import { nouns, verbs } from "@fairclick/cli/program";
import { capture } from "@fairclick/cli/testing/capture";
import { fakeTerminal } from "@fairclick/cli/testing/fake-terminal";
import { asId, type UserId } from "@fairclick/core/ids";
import { processStripeEvent } from "@fairclick/core/jobs";
import { pickJson } from "@fairclick/core/schemas";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { judgeSuspects } from "@fairclick/services/clicks/suspects";
import { requestRefund } from "@fairclick/services/money/refunds";
import { addFinding } from "@fairclick/services/testing/counted-clicks";
import { addPendingClicks, addUser } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { afterAll, describe, expect, inject, it } from "vitest";

const app = await createTestApp({ config: { ipDataUrl: null } });
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) => app.app.fetch(request, { peerIp: "127.0.0.1" }),
});
const folder = mkdtempSync(join(tmpdir(), "fairclick-every-command-"));
/** A backup whose description cannot be read. */
const damaged = mkdtempSync(join(tmpdir(), "fairclick-damaged-"));
mkdirSync(join(damaged, "2026-01-01T00-00-00-000Z"));
writeFileSync(join(damaged, "2026-01-01T00-00-00-000Z", "backup.json"), "{");
afterAll(async () => {
  await server.stop(true);
  for (const each of [folder, damaged]) rmSync(each, { recursive: true });
});

const { token } = await app.addOperator("Ann");

/** One of each: a campaign, a link with a held and an invalid click, an appeal, a withdrawal, a refund. */
const { id: campaign, developer } = await launch(app);
const creator = await register(app, "creator");
await app.call("POST", `/api/campaigns/join/${campaign}`, { token: creator.token });
const { json: links } = await app.call("GET", `/api/campaigns/${campaign}/links`, {
  token: developer.token,
});
const link: string = links.data[0].code;
// Of yesterday: appeals about today wait for its end.
const clickedAt = new Date(new Date(app.clock.at).setUTCHours(0, 0, 0, 0) - 600_000);
const visit = { at: clickedAt, campaignId: campaign, creatorId: creator.id };
const [held = "", invalid = "", valid = ""] = await addPendingClicks(app.db, [
  { ...visit, signals: [{ signal: "vpn", evidence: {} }] },
  { ...visit, signals: [{ signal: "tor", evidence: {} }] },
  visit,
  ...Array.from({ length: 20 }, () => visit),
]);
await settleClicks(systemCtx(app.db), {
  ...{ watermark: app.clock.at, windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 },
});
await judgeSuspects(systemCtx(app.db, () => app.clock.at));
await app.call("POST", `/api/links/${campaign}/clicks/${invalid}/appeal`, {
  token: creator.token,
  json: { text: "I was on a train." },
});
const appeals = await app.call("GET", "/api/admin/cases?kind=appeals", { token });
const appeal: string = appeals.json.data[0].id;
const objected = await app.call("POST", `/api/campaigns/${campaign}/objections`, {
  token: developer.token,
  json: { clickId: valid, text: "Nobody has arrived." },
});
const objection: string = objected.json.data.id;
const cover = "c".repeat(64);
await app.owner`insert into covers (hash, created_at, stored_at) values (${cover}, now(), now())`;
await app.owner`update campaigns set cover_hash = ${cover} where id = ${campaign}`;
const address = { subject: "game_url", gameUrl: "https://game.example/", reasons: ["new_host"] };
const reviews = [crypto.randomUUID(), crypto.randomUUID()] as const;
for (const id of reviews) {
  const waiting = await launch(app);
  await app.owner`
    insert into cases (id, kind, campaign_id, user_id, text, about, opened_at)
    values (${id}, 'reviews', ${waiting.id}, ${waiting.developer.id}, '', ${app.owner.json(address)}, now())`;
}
await app.call("POST", `/api/campaigns/${campaign}/report`, {
  token: creator.token,
  json: { reason: "scam", text: "It asks for a password." },
});
const reports = await app.call("GET", "/api/admin/cases?kind=reports", { token });
const report: string = reports.json.data[0].id;
const finding = crypto.randomUUID();
await addFinding(app.db, {
  ...{ id: finding, campaignId: campaign, creatorId: creator.id },
  ...{ fromAt: app.clock.at, at: app.clock.at },
});
const withdrawal = crypto.randomUUID();
await app.owner`
  insert into withdrawals (id, user_id, amount_micros, stripe_account_id)
  values (${withdrawal}, ${creator.id}, 10000, 'acct_1')`;
const payer = asId<UserId>(await addUser(app.db, 10_000n));
const [requested] = await requestRefund(
  { ...systemCtx(app.db), actor: { kind: "user", userId: payer } },
  { amountCents: 1 },
);
const refund: string = requested?.id ?? "";
await app.owner`
  insert into stripe_events (id, type, created_at, payload, parked_at, attempts, error)
  values ('evt_1', 'payout.paid', now(), '{}', now(), 8, 'broken')`;
await app.deps.queue.send(processStripeEvent, { eventId: "evt_1" });
const reporting = await app.call("POST", `/api/campaigns/${campaign}/keys`, {
  token: developer.token,
  json: { name: "Server" },
});
await app.call("POST", "/api/conversions", {
  token: reporting.json.data.token,
  json: { clickId: valid, event: "joined", value: 4.99 },
});
await app.call("POST", "/api/users/channels", {
  token: creator.token,
  json: { url: "youtube.com/@chris" },
});
const { operatorId: ruth } = await app.addOperator("Ruth", [
  "users:recover",
  "clicks:decide",
  "policy:write",
]);
const recovered = await register(app, "recovered");
await app.owner`
  insert into recoveries (id, user_id, address, reason, requested_by, requested_at, due_at)
  values (${crypto.randomUUID()}, ${recovered.id}, ${recovered.email}, 'why', ${ruth}, ${clickedAt},
    ${clickedAt}::timestamptz + interval '1 minute')`;
const policyFile = join(folder, "policy.json");
writeFileSync(policyFile, "{}");
const changedPolicy = join(folder, "changed-policy.json");
writeFileSync(changedPolicy, '{"burstClicks": 3}');

const why = ["--reason", "why", "--dry-run"];
const range = ["203.0.113.0/24", "--reason", "why", "--yes"];

/** The arguments of each command; a new command needs a line. */
const runs: Record<string, string[]> = {
  "clicks list": [],
  "clicks top": ["--by", "/24"],
  "clicks show": [held],
  "clicks decide approve": [held, ...why],
  "clicks decide reject": [held, ...why],
  "clicks decide hold": [held, ...why],
  "clicks decide reverse": [valid, ...why, "--category", "bot_traffic"],
  "cases list appeals": [],
  "cases list objections": [],
  "cases list reviews": [],
  "cases list findings": [],
  "cases list reports": [],
  "cases show": [objection],
  "cases show --json": [report],
  "cases decide accept": [appeal, ...why],
  "cases decide decline": [appeal, ...why],
  "cases decide accept --category bot_traffic": [objection, ...why],
  "cases decide accept --category other": [report, ...why],
  "cases decide decline --host": [report, ...why],
  "cases decide reopen": [report, ...why],
  "cases decide accept --dry-run --host": [finding, "--reason", "why"],
  "cases decide decline --dry-run --host": [finding, "--reason", "why"],
  "cases decide accept --dry-run": [reviews[0], "--reason", "why"],
  "cases decide decline --dry-run": [reviews[1], "--reason", "why"],
  "policy show": [],
  "policy list": [],
  "policy apply": [changedPolicy, ...why],
  "policy replay": [policyFile, "--last", "2d"],
  "links list": [],
  "links show": [link],
  "suspects list": [],
  "suspects show": [`creator:${creator.email}`],
  "links decide disable": [link, ...why],
  "links decide enable": [link, "--reason", "why", "--yes"],
  "campaigns list": [],
  "campaigns show": [campaign],
  "campaigns decide pause": [campaign, ...why],
  "campaigns decide resume": [campaign, ...why],
  "campaigns decide disable": [campaign, ...why],
  "campaigns decide restore": [campaign, ...why],
  "campaigns decide remove-cover": [campaign, ...why],
  "users list": [],
  "users show": [creator.email],
  "users related": [creator.email],
  "creators list": [],
  "creators decide verify": [creator.id, "x.com/chris", ...why],
  "creators decide revoke": [creator.id, "https://www.youtube.com/@chris", ...why],
  "users decide suspend": [creator.id, ...why],
  "users decide restore": [creator.id, ...why],
  "users decide pardon-disputes": [creator.id, ...why],
  "users decide recover": [creator.id, ...why],
  "users decide cancel-recovery": [recovered.id, ...why],
  "withdrawals list": [],
  "withdrawals show": [withdrawal],
  "withdrawals decide cancel": [withdrawal, ...why],
  "withdrawals decide hold": [withdrawal, ...why],
  "withdrawals decide release": [withdrawal, ...why],
  "withdrawals decide retry": [withdrawal, ...why],
  "refunds list": [],
  "refunds show": [refund],
  "refunds decide hold": [refund, ...why],
  "refunds decide release": [refund, ...why],
  "refunds decide retry": [refund, ...why],
  "refunds decide cancel": [refund, ...why],
  "ledger verify": [],
  "ledger trace": [withdrawal],
  "stripe events": [],
  "stripe decide retry": ["evt_1", ...why],
  "mail list": [],
  "mail decide suppress": ["gone@mail.example", ...why],
  "mail decide release": ["gone@mail.example", ...why],
  "ip-data status": [],
  "ip-data update": [],
  "ip-data show": ["203.0.113.0/24", "2001:db8::/48"],
  "ip-data decide allow": range,
  "ip-data decide shared": range,
  "ip-data decide deny": range,
  "ip-data decide remove": range,
  "queues list": [],
  "queues jobs": ["process-stripe-event"],
  "queues decide retry": ["process-stripe-event", ...why],
  "queues decide park": ["process-stripe-event/1", ...why],
  "queues replay-recorded": why,
  "queues decide discard": ["process-stripe-event/1", ...why],
  "operators list": [],
  "operators add": ["Bob", "--role", "viewer"],
  "operators revoke": ["Ruth", ...why],
  "db migrate": [],
  todo: [],
  inspect: [],
  audit: [],
  doctor: [],
  backup: [damaged],
  restore: [damaged, "--to", join(folder, "restored")],
  login: [],
  logout: ["--forget"],
  whoami: [],
};

/** Commands that exit with 1 here, because there is nothing to act on or something is wrong. */
const refusals = new Set([
  "cases decide reopen",
  "links decide enable",
  "campaigns decide resume",
  "campaigns decide restore",
  "users decide restore",
  "users decide pardon-disputes",
  "withdrawals decide release",
  "refunds decide release",
  "queues decide retry",
  "queues decide park",
  "queues replay-recorded",
  "queues decide discard",
  "backup",
  "restore",
  "ip-data update",
  "mail decide release",
]);
const alarms = new Set(["ledger verify", "ip-data status", "doctor"]);

const commands = [
  ...nouns.flatMap(({ name, commands: of }) =>
    of.map((each) => [`${name} ${each.name}`, each] as const),
  ),
  ...verbs.map((each) => [each.name, each] as const),
];

const [{ name: database } = { name: "" }] = await app.db.sql<{ name: string }[]>`
  select current_database() as name`;
const at = (url: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;
const env = {
  ...{ HOME: folder, XDG_CONFIG_HOME: folder, DATA_DIR: folder, FAIRCLICK_TOKEN: token },
  WEB_DIST: "/nowhere",
  FAIRCLICK_API: `http://127.0.0.1:${server.port}`,
  DATABASE_URL: at(inject("postgres").appUrl),
  DATABASE_OWNER_URL: at(inject("postgres").ownerUrl),
};

it("has arguments for every command", () => {
  const run = Object.keys(runs).map((line) =>
    line
      .replace(/ decide .*/, " decide")
      .replace(/^(cases (?:list|show)) .*/, "$1")
      .replace(" --recovery", ""),
  );
  expect(commands.map(([name]) => name).sort()).toEqual([...new Set(run)].sort());
});

/** The lines with the command that each runs; a line may name an act. */
const lines = Object.keys(runs).map((line) => {
  const found = commands.find(([name]) => line === name || line.startsWith(`${name} `));
  if (!found) throw new Error(`${line} is no command`);
  return [line, found[1]] as const;
});

describe.each(lines)("%s --json", (name, { output }) => {
  it("prints what its schema declares, one document per line", async () => {
    const args = [...name.split(" "), ...(runs[name] ?? []), "--json"];
    const terminal = name === "inspect" ? fakeTerminal() : null;
    const { exitCode, out, err } = await capture(args, { env, terminal, input: token });
    if (refusals.has(name)) {
      expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
      expect(JSON.parse(err).error).toMatchObject({ exitCode: 1, code: "conflict" });
      return;
    }
    expect(exitCode, err).toBe(alarms.has(name) ? 1 : 0);
    const isList = output.def.type === "array";
    const documents = out
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const expected = isList ? documents : documents[0];
    // Strict parsing: a field that the schema does not declare must not be printed.
    expect(pickJson(output, expected)).toEqual(expected);
    if (!isList) expect(documents).toHaveLength(1);
  });
});
