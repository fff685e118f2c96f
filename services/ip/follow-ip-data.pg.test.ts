import { asId, type OperatorId } from "@fairclick/core/ids";
import { findAddressFacts, findCountry } from "@fairclick/core/ip/ip-data";
import { connectAsOwner } from "@fairclick/sql/db/client";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { pino } from "pino";
import { afterAll, describe, expect, it, vi } from "vitest";
import { lookUpAddress } from "../clicks/look-up-address";
import type { Ctx } from "../context";
import { systemCtx } from "../testing/system-ctx";
import { decideRange, followIpData, loadIpData } from "./ip-data";
import { ipSources } from "./ip-sources";
import { serveLists } from "./testing/list-server";
import { updateIpData } from "./update-ip-data";

const { db, url, owner } = await createTestDatabase();
const { url: baseUrl, lists } = serveLists();
const operatorId = Bun.randomUUIDv7();
await owner`insert into operators (id, name) values (${operatorId}, 'Ann')`;
const ctx = systemCtx(db);
const asAnn: Ctx = {
  ...ctx,
  actor: {
    ...{ kind: "operator", operatorId: asId<OperatorId>(operatorId), name: "Ann", scopes: [] },
    callId: operatorId,
  },
};
const log = pino({ level: "silent" });
const workers = [followIpData(db, log), followIpData(db, log)];
afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

const relayed = "17.1.2.3";
lists.set("apple-proxy-v4", `${lists.get("apple-proxy-v4")}\n17.1.0.0/16`);
lists.set("x4bnet-vpn-v4", `${lists.get("x4bnet-vpn-v4")}\n17.0.0.0/8\n88.51.100.0/24`);
lists.set("x4bnet-vpn-v6", `${lists.get("x4bnet-vpn-v6")}\n2a01:db8:1:2::77`);

/** Every worker's data, once all of them satisfy the expectation. */
async function waitForWorkers(satisfies: (data: Awaited<ReturnType<Worker["get"]>>) => void) {
  await vi.waitFor(
    async () => {
      for (const worker of workers) satisfies(await worker.get());
    },
    { timeout: 60_000, interval: 50 },
  );
}
type Worker = (typeof workers)[number];

describe("followIpData", () => {
  it("returns empty data if nothing is stored", async () => {
    await waitForWorkers((data) => expect(data.version).toBeNull());
    expect(workers[0]?.ages()).toEqual([]);
  });

  it("leaves out only what a publisher does not send", async () => {
    const classes = Map.groupBy(ipSources, (source) => source.class);
    for (const [sourceClass, sources] of classes) {
      await owner`delete from ip_lists`;
      const sent = sources.map(({ name }) => [name, lists.get(name) ?? null] as const);
      for (const [name] of sent) lists.set(name, null);
      await updateIpData(ctx, { baseUrl });
      const { data, ages } = await loadIpData(db, null);
      const known = new Set(ages.map((list) => list.class));
      expect([...known].sort()).toEqual(
        [...classes.keys()].filter((c) => c !== sourceClass).sort(),
      );
      const facts = findAddressFacts(data, relayed);
      expect(Object.keys(facts)).toEqual(
        ["relay", "vpn"].filter((listClass) => listClass !== sourceClass),
      );
      expect(findAddressFacts(data, "60.0.1.9").asn !== undefined).toBe(sourceClass !== "asn");
      expect((await lookUpAddress(ctx, { address: relayed })).verdict).not.toBe("invalid");
      for (const [name, text] of sent) lists.set(name, text);
    }
    await owner`delete from ip_lists`;
  });

  it("brings new lists to every worker, under one version", async () => {
    await updateIpData(ctx, { baseUrl });
    const { data: newest } = await loadIpData(db, null);
    expect(findAddressFacts(newest, relayed).relay?.list).toBe("apple-proxy-v4");
    await waitForWorkers((data) => expect(data.version).toBe(newest.version));
    const [one] = await Promise.all(workers.map((worker) => worker.get()));
    const today = new Date().toISOString().slice(0, 10);
    expect(one && findAddressFacts(one, relayed)).toEqual({
      relay: { list: "apple-proxy-v4", date: today },
      vpn: { list: "x4bnet-vpn-v4", date: today },
    });
    const [row] =
      await owner`select content from ip_data_versions where version = ${one?.version ?? 0}`;
    expect(row?.content.lists).toContainEqual(
      expect.objectContaining({ name: "apple-proxy-v4", date: today }),
    );
  });

  it("brings the AS table, and reads it again only when it has changed", async () => {
    const before = await workers[0]?.get();
    expect(before && findAddressFacts(before, "60.0.1.9")).toEqual({ asn: 100_001 });
    const v6 = "2a00:1:0:0:1::7";
    expect(before && findAddressFacts(before, v6)).toEqual({ asn: 100_001 });
    lists.set("asn-v4", `${lists.get("asn-v4")}\n59.0.0.0,59.0.0.255,64500,New`);
    await updateIpData(ctx, { baseUrl });
    await waitForWorkers((data) => {
      expect(findAddressFacts(data, "59.0.0.1")).toEqual({ asn: 64_500 });
      expect(findAddressFacts(data, v6)).toEqual({ asn: 100_001 });
    });
    const changed = await workers[0]?.get();
    await decideRange(asAnn, {
      range: "192.0.2.7/32",
      act: "deny",
      reason: "to be seen",
      dryRun: false,
    });
    await waitForWorkers((data) => {
      expect(findAddressFacts(data, "192.0.2.7").operator?.effect).toBe("deny");
      expect(findAddressFacts(data, "59.0.0.1")).toEqual({ asn: 64_500 });
    });
    expect((await workers[0]?.get())?.asnTable).toBe(changed?.asnTable);
    await decideRange(asAnn, {
      act: "remove",
      range: "192.0.2.7/32",
      reason: "seen",
      dryRun: false,
    });
    await waitForWorkers((data) => expect(data.version).toBe(changed?.version));
  });

  it("brings the table of countries", async () => {
    lists.set("country-v4", `${lists.get("country-v4")}\n59.0.0.0,59.0.0.255,JP`);
    await updateIpData(ctx, { baseUrl });
    await waitForWorkers((data) => {
      expect(findCountry(data, "59.0.0.1")).toBe("JP");
      expect(findCountry(data, "2a00:1:0:0:1::7")).toBe("FR");
      expect(findAddressFacts(data, "59.0.0.1")).toEqual({ asn: 64_500 });
    });
  });

  it("does not recompile when all lists are confirmed unchanged", async () => {
    const [worker] = workers;
    const before = await worker?.get();
    const agedAt = worker?.ages()?.[0]?.checkedAt.getTime() ?? 0;
    await updateIpData(ctx, { baseUrl });
    await expect.poll(() => worker?.ages()?.[0]?.checkedAt.getTime()).toBeGreaterThan(agedAt);
    expect(await worker?.get()).toBe(before);
  });

  it("applies operators' decisions, and their removal", async () => {
    const version = (await workers[0]?.get())?.version;
    await decideRange(asAnn, {
      range: "203.0.113.77/24",
      act: "deny",
      reason: "a click farm",
      dryRun: false,
    });
    await waitForWorkers((data) =>
      expect(findAddressFacts(data, "203.0.113.9").operator?.effect).toBe("deny"),
    );
    expect((await workers[0]?.get())?.version).not.toBe(version);
    await decideRange(asAnn, {
      act: "remove",
      range: "203.0.113.0/24",
      reason: "gone",
      dryRun: false,
    });
    await waitForWorkers((data) => expect(data.version).toBe(version));
  });

  it("reads the data again after its subscription was interrupted", async () => {
    const asLogin = connectAsOwner(url);
    const ended = await asLogin.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike '%listen%ip_data_changed%' and pid <> pg_backend_pid()`;
    await asLogin.end();
    expect(ended).toHaveLength(1);
    await decideRange(asAnn, {
      range: "192.0.2.0/24",
      act: "allow",
      reason: "a school",
      dryRun: false,
    });
    await waitForWorkers((data) =>
      expect(findAddressFacts(data, "192.0.2.1").operator?.effect).toBe("allow"),
    );
  });
});

describe("lookUpAddress", () => {
  const today = new Date().toISOString().slice(0, 10);

  it("returns the lists that contain an address, the matching ranges and the verdict", async () => {
    expect(await lookUpAddress(ctx, { address: "88.51.100.7" })).toEqual({
      address: "88.51.100.7",
      network: "88.51.100.7",
      asn: null,
      asnKind: null,
      lists: [{ name: "x4bnet-vpn-v4", class: "vpn", range: "88.51.100.0/24", date: today }],
      operatorRange: null,
      signals: [{ signal: "vpn", evidence: { list: "x4bnet-vpn-v4", date: today } }],
      verdict: "held",
    });
  });

  it("returns the same list entries as the workers' compiled data", async () => {
    const data = await workers[0]?.get();
    const addresses = [
      "60.0.0.9",
      relayed,
      "17.200.0.1",
      "10.0.0.1",
      "8.8.8.8",
      "2a01:db8:1:2::1",
      "::1",
    ];
    for (const address of addresses) {
      const { lists: hits } = await lookUpAddress(ctx, { address });
      const { asn = null, ...facts } = data ? findAddressFacts(data, address) : {};
      expect((await lookUpAddress(ctx, { address })).asn).toBe(asn);
      expect([...new Set(hits.map((hit) => hit.class))].sort(), address).toEqual(
        Object.keys(facts).sort(),
      );
    }
  });

  it("prefers relays over other lists, and operators' ranges over relays", async () => {
    expect(await lookUpAddress(ctx, { address: relayed })).toMatchObject({
      signals: [{ signal: "relay" }],
      verdict: "valid",
    });
    await decideRange(asAnn, { range: relayed, act: "deny", reason: "abuse", dryRun: false });
    expect(await lookUpAddress(ctx, { address: relayed })).toMatchObject({
      operatorRange: { range: `${relayed}/32`, effect: "deny", reason: "abuse", operator: "Ann" },
      signals: [{ signal: "relay" }, { signal: "proxy", evidence: { list: "operators" } }],
      verdict: "invalid",
    });
  });
});

describe("decideRange", () => {
  it("writes the operator, the range, the reason and the earlier effect to the audit log", async () => {
    await decideRange(asAnn, {
      range: "2001:db8::7/128",
      act: "deny",
      reason: "farm",
      dryRun: false,
    });
    await decideRange(asAnn, {
      range: "2001:db8::/64",
      act: "allow",
      reason: "a mistake",
      dryRun: false,
    });
    await decideRange(asAnn, {
      act: "remove",
      range: "2001:db8::/64",
      reason: "not needed",
      dryRun: false,
    });
    const rows = await owner`
      select action, reason, before, after, actor_id from audit_log
      where subject = 'ip_range:2001:db8::/64' order by id`;
    const [deny, allow] = [
      { effect: "deny", reason: "farm" },
      { effect: "allow", reason: "a mistake" },
    ];
    const [by, none] = [{ actorId: operatorId }, { effect: null, reason: null }];
    expect([...rows]).toEqual([
      { ...by, action: "ip_range.deny", reason: "farm", before: none, after: deny },
      { ...by, action: "ip_range.allow", reason: "a mistake", before: deny, after: allow },
      { ...by, action: "ip_range.remove", reason: "not needed", before: allow, after: none },
    ]);
  });

  it("throws `not_found` without a decision, and requires an operator", async () => {
    const range = { range: "100.64.0.0/10", reason: "why", dryRun: false };
    await expect(decideRange(asAnn, { ...range, act: "remove" })).rejects.toMatchObject({
      code: "not_found",
    });
    const decision = decideRange(ctx, { ...range, act: "deny" });
    await expect(decision).rejects.toMatchObject({ code: "unauthenticated" });
    const removal = decideRange(ctx, { ...range, act: "remove" });
    await expect(removal).rejects.toMatchObject({ code: "unauthenticated" });
  });
});
