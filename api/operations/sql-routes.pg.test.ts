import { sqlResponseSchema, sqlViewsResponseSchema } from "@fairclick/core/operations/sql-schema";
import { createSqlReader } from "@fairclick/services/operations/sql/run-sql";
import { addCampaign, addUser } from "@fairclick/services/testing/marketplace";
import { connect } from "@fairclick/sql/db/client";
import { listStuckReports } from "@fairclick/sql/db/stuck-reports";
import { withTx } from "@fairclick/sql/db/tx";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { owner, addOperator } = app;
const tokenOf = async (name: string, scopes: string[]) => (await addOperator(name, scopes)).token;
const token = await tokenOf("Ann", ["sql:read"]);

const post = (query: string, more = {}) =>
  app.call("POST", "/api/admin/sql", { token, json: { query, ...more } });
async function run(query: string, more = {}) {
  const { json, status } = await post(query, more);
  expect([status, json.message]).toEqual([200, undefined]);
  return sqlResponseSchema.parse(json).data;
}
async function refuse(query: string): Promise<string> {
  const { json, status } = await post(query);
  expect([query, status]).toEqual([query, 422]);
  return json.message;
}

let campaignId = "";
let creatorId = "";
beforeAll(async () => {
  campaignId = (await addCampaign(app.db)).id;
  creatorId = await addUser(app.db, 30_000n);
  await owner`
    insert into links (campaign_id, creator_id, code) values (${campaignId}, ${creatorId}, 'abc')`;
  const at = app.clock.at;
  await owner`
    insert into clicks (id, clicked_at, campaign_id, creator_id, device_known, method, signals, ip,
      user_agent, recorded_at, verdict, reason, policy_version, settlement_id, paid_micros, price_micros)
    select gen_random_uuid(), ${at}, ${campaignId}, ${creatorId}, true, 'GET',
      '[{"signal": "vpn", "evidence": {}}]', '73.5.6.7', 'Secret Agent', ${at}, 'held', 'vpn', 1,
      ${campaignId}, 0, 1500
    from generate_series(1, 3)`;
});

describe("a query", () => {
  it("returns the rows of the views with their types, and exact numbers", async () => {
    const found = await run(`
      select creator_id, network, signals, count(*), 9007199254740993::bigint as big, null as nothing
      from clicks where verdict = 'held' group by 1, 2, 3 -- by creator`);
    expect(found).toEqual({
      columns: [
        { name: "creator_id", type: "uuid" },
        { name: "network", type: "cidr" },
        { name: "signals", type: "text[]" },
        { name: "count", type: "bigint" },
        { name: "big", type: "bigint" },
        { name: "nothing", type: "text" },
      ],
      rows: [[creatorId, "73.5.6.0/24", "{vpn}", "3", "9007199254740993", null]],
      cutBy: null,
    });
    const sums = await run(
      "select transaction_id, sum(micros) as sum from ledger group by 1; -- each is zero",
    );
    expect(sums.rows.map(([, sum]) => sum)).toEqual(sums.rows.map(() => "0"));
    expect(sums.rows.length).toBeGreaterThan(0);
    expect((await run("values ('a', 1), ('\u{1F600}\"\n', 2)")).rows[1]).toEqual([
      '\u{1F600}"\n',
      "2",
    ]);
  });

  it("reads every view", async () => {
    const { json } = await app.call("GET", "/api/admin/sql/views", { token });
    const { data } = sqlViewsResponseSchema.parse(json);
    expect(data.map(({ name }) => name)).toContain("ledger");
    for (const { name, about } of data) {
      expect(about).toMatch(/\.$/);
      await run(`select * from ${name}`, { limit: 1 });
    }
    const names = data.flatMap(({ columns }) => columns.map((column) => column.name));
    const secret = /email|password|token|hash|secret|stripe|agent|birth|(^|_)(ip|key)(_|$)/;
    expect(names.filter((name) => secret.test(name))).toEqual(["email_verified"]);
  });

  it("is cut at the limit of rows and of bytes", async () => {
    const series = "select n from generate_series(1, 20000) n order by n desc";
    expect(await run(series)).toMatchObject({ cutBy: "rows", rows: { length: 1_000 } });
    const three = await run(series, { limit: 3 });
    expect([three.cutBy, three.rows]).toEqual(["rows", [["20000"], ["19999"], ["19998"]]]);
    expect(await run("select n from generate_series(1, 3) n", { limit: 3 })).toMatchObject({
      cutBy: null,
    });
    const large = await run("select repeat('x', n * 3000000) as x from generate_series(1, 3) n");
    expect([large.cutBy, large.rows.length]).toEqual(["bytes", 1]);
    expect((await post("select 1", { limit: 10_001 })).status).toBe(422);
    expect((await post(`select '${"x".repeat(10_000)}'`)).status).toBe(422);
  });

  const listAudited = async () => {
    const rows = await owner`
      select o.name, a.action, a.subject, a.after - 'ms' as after
      from audit_log a join operators o on o.id = a.actor_id
      where a.action like 'sql.%' order by a.id desc limit 2`;
    const [answer, query] = rows;
    expect(answer?.subject).toMatch(/^sql:[\da-f-]{36}$/);
    expect(query?.subject).toBe(answer?.subject);
    return rows.map(({ name, action, after }) => ({ name, action, after }));
  };

  it("is audited with its text and rows, also if it fails", async () => {
    await run("select 7 as seven");
    expect(await listAudited()).toEqual([
      { name: "Ann", action: "sql.answer", after: { rows: 1, cutBy: null, problem: null } },
      { name: "Ann", action: "sql.query", after: { query: "select 7 as seven", limit: 1_000 } },
    ]);
    const query = "select 'secret'::int as audited";
    await refuse(query);
    const problem = 'invalid input syntax for type integer: "secret" (at character 8)';
    expect(await listAudited()).toEqual([
      { name: "Ann", action: "sql.answer", after: { rows: null, cutBy: null, problem } },
      { name: "Ann", action: "sql.query", after: { query, limit: 1_000 } },
    ]);
  });

  it("is audited before it runs: it may end Postgres", async () => {
    const { readSql } = app.deps;
    onTestFinished(() => void Object.assign(app.deps, { readSql }));
    let audited: unknown;
    const readAudited = async () => {
      const [row] = await owner`
        select after->>'query' as query from audit_log where action = 'sql.query' order by id desc limit 1`;
      audited = row;
      throw new Error("Postgres is gone");
    };
    Object.assign(app.deps, { readSql: readAudited });
    expect((await post("select 9 as nine")).status).toBe(500);
    expect(audited).toEqual({ query: "select 9 as nine" });
  });

  it("is audited too if its text or its error has half a character", async () => {
    expect((await run("select 8 as eight -- \ud83d")).rows).toEqual([["8"]]);
    expect((await listAudited())[1]?.after).toMatchObject({
      query: "select 8 as eight -- \ufffd",
    });
    const fault = 'invalid input syntax for type integer: "';
    const cut = `${"x".repeat(499 - fault.length)}\u{1F600}`;
    expect(await refuse(`select '${cut}'::int as cut`)).toContain(fault);
    expect((await listAudited())[0]?.after).toMatchObject({
      problem: expect.stringContaining("\ufffd"),
    });
  });

  it("needs the scope sql:read", async () => {
    const other = await tokenOf("Bob", ["ledger:read", "clicks:read"]);
    const json = { query: "select 1" };
    const { status } = await app.call("POST", "/api/admin/sql", { token: other, json });
    expect(status).toBe(403);
    expect((await app.call("GET", "/api/admin/sql/views", { token: other })).status).toBe(403);
  });
});

describe("an operator with queries cannot", () => {
  const readState = () => owner`
    select (select count(*) from users) as users, (select count(*) from audit_log where action not like 'sql.%') as audit,
      (select count(*) from clicks) as clicks, (select count(*) from pg_class where relpersistence = 'p') as tables`;

  it("change anything", async () => {
    const state = await readState();
    const queries = [
      "delete from public.users",
      "with gone as (delete from links returning 1) select * from gone",
      "with more as (insert into users (username) values ('x') returning 1) select * from more",
      "select 1 as a into public.copy",
      "select code from links for update",
      "create table public.mine (a int)",
      "lock table public.users",
      "set role fairclick_app",
      "copy links to program 'cat'",
      "do $$ begin perform 1; end $$",
      "explain analyze delete from public.users",
      "commit",
      "select 1 as a; reset role",
      "select 1 as a; commit; reset role; delete from public.users",
      "select 1 as a) ; drop table public.users; --",
      "/* */ ; select 1",
      "table links; table users",
    ];
    for (const query of queries) await refuse(query);
    expect(await readState()).toEqual(state);
  });

  it("use functions with effects", async () => {
    const functions = [
      "pg_sleep(20)",
      "set_config('role', 'fairclick_app', false)",
      "pg_catalog.set_config('statement_timeout', '0', false)",
      "U&\"set\\005fconfig\"('transaction_read_only', 'off', true)",
      "pg_read_file('postgresql.conf')",
      "pg_ls_dir('.')",
      "lo_create(0)",
      "lo_import('/etc/passwd')",
      "pg_advisory_lock(4207231901)",
      "pg_try_advisory_xact_lock(1)",
      "pg_terminate_backend(1)",
      "pg_notify('clicks', '')",
      "nextval('public.audit_log_id_seq')",
      "query_to_xml('select 1', true, false, '')",
      "public.make_click_partitions(now()::date, now()::date)",
      "dblink('', 'select 1')",
    ];
    for (const call of functions) await refuse(`select ${call} as a`);
  });

  it("hide such a function in the query", async () => {
    const call = "pg_advisory_lock_shared(7)";
    const places = [
      `select a from (select 1 as a) s where ${call} is null`,
      `select 1 as a order by ${call}::text`,
      `with s as (select ${call}) select 1 as a from s`,
      `select (select ${call} limit 1) is null as a`,
      `select a from generate_series(1, 2) a, lateral ${call} l`,
      `select * from rows from (generate_series(1, 2), pg_ls_dir('.')) t(a, b)`,
      `select count(*) filter (where ${call} is null) over (order by 1) as a`,
      `select a from unnest(array[1]) a group by a having ${call} is null`,
      `select case when true then ${call}::text end as a`,
      `values (${call}::text)`,
      `select 1 as a union all select 2 where ${call} is null`,
      `select 1 as a limit case when ${call} is null then 1 end`,
    ];
    for (const query of places) expect(await refuse(query)).toContain("The function pg_");
    const [locks] =
      await owner`select count(*)::int as held from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`;
    expect(locks).toEqual({ held: 0 });
  });

  it("read anything but the views", async () => {
    const tables = [
      ...["public.users", "users u join public.sessions s on true", "public.operator_tokens"],
      ...["pg_shadow", "pg_authid", "pg_stat_activity", "pg_class", "pg_settings", "pg_stats"],
      ...["pg_temp.report", "information_schema.tables", "bullmq.migrations", "pg_locks"],
    ];
    for (const table of tables) await refuse(`select 1 as a from ${table}`);
    const inside = [
      "select (select passwd from pg_shadow limit 1) as a",
      "select exists (select from public.users) as a",
      "with s as (select 1 from public.secrets) select 1 as a from s",
      "select table_to_xml('public.operator_tokens'::regclass, true, false, '')::text as a",
    ];
    for (const query of inside) await refuse(query);
    const xml = await run("select database_to_xml(true, false, '')::text as a");
    expect(JSON.stringify(xml)).not.toMatch(/Secret Agent|example\.test|token_hash/);
    const activity = await run(
      "select query from pg_stat_get_activity(null) as s where query <> ''",
    );
    expect(new Set(activity.rows.flat())).toEqual(new Set(["<insufficient privilege>"]));
  });

  it("make Postgres plan more than it can hold", async () => {
    const joined = (count: number) =>
      `select 1 as a from ${Array.from({ length: count }, (_, n) => `links l${n}`).join(", ")}`;
    expect((await run(joined(18))).rows).toEqual([["1"]]);
    expect(await refuse(joined(21))).toBe("A query reads at most 20 tables");
    const doubled = Array.from(
      { length: 60 },
      (_, n) => `, c${n + 1} as not materialized (select a.code from c${n} a, c${n} b)`,
    );
    const bomb = `with c0 as (select code from links)${doubled.join("")} select code from c60`;
    expect(await refuse(bomb)).toBe("A query cannot use not materialized");
    const once = "with c as materialized (select code from links) select c.code from c, c d";
    expect((await run(once)).rows.length).toBeGreaterThan(0);
  });

  it("make Postgres copy a column more often than it can hold", async () => {
    const least = (from: string) => `select least(n, n) as n from ${from}`;
    const steps = Array.from({ length: 40 }, (_, n) => n);
    const chain = steps.map((n) => `, c${n + 1} as (${least(`c${n}`)})`).join("");
    const lateral = steps
      .map((n) => `, lateral (${least(`(select c${n}.n) s`)}) c${n + 1}`)
      .join("");
    const values = steps.map((n) => `, lateral (values (least(c${n}.n, c${n}.n))) c${n + 1}(n)`);
    const sums = steps.reduce(
      (from) => `(${least(from)} group by 1) s`,
      "links l(a, b, c, d, e, n)",
    );
    const base = "(select fee_micros as n from campaigns)";
    const bombs = [
      steps.reduce((from) => `(${least(from)}) s`, `${base} s`).slice(1, -3),
      `with c0 as ${base}${chain} select n from c40`,
      `select c40.n from ${base} c0${lateral}`,
      `select c40.n from ${base} c0${values.join("")}`,
      `select n from ${sums} where n > now()`,
      `select r is null as a from ${steps.reduce((from) => `(select row(r, r) as c from ${from}) r`, "campaigns r")}`,
    ];
    for (const bomb of bombs) expect(await refuse(bomb)).toContain("Nested queries repeat columns");
    const kept = chain.replaceAll(" as (", " as materialized (");
    const { rows } = await run(`with c0 as ${base}${kept} select n from c40 limit 1`);
    expect(rows).toHaveLength(1);
    const usual = `
      with days as (select clicked_at::date as day, creator_id, verdict, paid_micros, price_micros from clicks),
        sums as (select day, creator_id, count(*) filter (where verdict = 'valid') as valid,
          sum(case when verdict = 'valid' then paid_micros when verdict = 'held' then price_micros end) as micros
          from days group by 1, 2),
        shares as (select day, creator_id, valid, micros, micros / nullif(valid, 0) as each from sums)
      select s.day, u.username, s.valid, s.micros, s.each, rank() over (partition by s.day order by s.micros)
      from shares s join users u on u.id = s.creator_id
      cross join lateral (values (s.valid, 'clicks'), (s.micros, 'micros')) v(amount, what)`;
    expect((await run(usual)).rows).toHaveLength(2);
  });

  it("hold connections, or run for longer than the limit", async () => {
    const slow = "select count(*) from generate_series(1, 1000000000) a, generate_series(1, 9) b";
    const read = createSqlReader(app.deps.config.databaseUrl, { timeoutMs: 500 });
    const limits = { rows: 10 };
    const [first, second, third] = await Promise.allSettled([
      read(slow, limits),
      read(slow, limits),
      read("select 1 as a", limits),
    ]);
    for (const one of [first, second]) {
      expect(one).toMatchObject({
        reason: { message: expect.stringContaining("longer than 0.5") },
      });
    }
    expect(third).toMatchObject({ reason: { code: "rate_limited" } });
    expect((await read("select 1 as a", limits)).rows).toEqual([["1"]]);
    const open = () => owner`
      select 1 from pg_stat_activity where application_name = 'fairclick-sql' and datname = current_database()`;
    await expect.poll(async () => (await open()).length).toBe(0);
  });
});

it("knows the queries that have outlived their time limit", async () => {
  const applicationName = "fairclick-sql";
  const stuck = connect(app.deps.config.databaseUrl, { maxTransactions: 1, applicationName });
  const end = Promise.withResolvers<void>();
  onTestFinished(async () => {
    end.resolve();
    await stuck.end();
  });
  const started = Promise.withResolvers<number | undefined>();
  const open = withTx(stuck, async (tx) => {
    const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    started.resolve(row?.pid);
    await end.promise;
  });
  const pid = await started.promise;
  expect(await listStuckReports(app.db, 0)).toEqual([{ pid, seconds: expect.any(Number) }]);
  expect(await listStuckReports(app.db)).toEqual([]);
  end.resolve();
  await open;
  expect(await listStuckReports(app.db, 0)).toEqual([]);
});

it("refuses a query while four sessions are open that no timeout could end", async () => {
  const open = () =>
    connect(app.deps.config.databaseUrl, { max: 1, applicationName: "fairclick-sql" });
  const last = open();
  const others = [open(), open(), open()];
  onTestFinished(async () => void (await Promise.all([last, ...others].map((db) => db.end()))));
  await Promise.all(others.map(({ sql }) => sql`select 1`));
  expect((await run("select 1 as a")).rows).toEqual([["1"]]);
  await last.sql`select 1`;
  const { status, json } = await post("select 1 as a");
  expect([status, json.message]).toEqual([429, expect.stringContaining("4 queries are running")]);
});

it("lets the role of queries read the views and nothing else", async () => {
  const rights = await owner`
    select distinct n.nspname as schema, acl.privilege_type as right
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    cross join lateral aclexplode(c.relacl) acl
    where acl.grantee = 'fairclick_reader'::regrole`;
  expect([...rights]).toEqual([{ schema: "reports", right: "SELECT" }]);
  const readable = await owner`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname not in ('reports', 'pg_catalog', 'information_schema', 'pg_toast')
      and c.relkind in ('r', 'v', 'm', 'p', 'f', 'S')
      and (has_any_column_privilege('fairclick_reader', c.oid, 'select, insert, update')
        or has_table_privilege('fairclick_reader', c.oid, 'delete, truncate, trigger'))`;
  expect([...readable]).toEqual([]);
  const [role] = await owner`
    select rolsuper, rolcanlogin, rolcreaterole, rolbypassrls,
      (select count(*)::int from pg_auth_members where member = r.oid) as memberships
    from pg_roles r where rolname = 'fairclick_reader'`;
  expect(role).toEqual({
    ...{ rolsuper: false, rolcanlogin: false, rolcreaterole: false, rolbypassrls: false },
    memberships: 0,
  });
});
