import { randomUUID } from "node:crypto";
import { findAddressFacts } from "@fairclick/core/ip/ip-data";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { loadIpData } from "../ip/ip-data";
import { serveLists } from "../ip/testing/list-server";
import { updateIpData } from "../ip/update-ip-data";
import { systemCtx } from "../testing/system-ctx";
import { readAddressData } from "./replay-signals";

const { db, owner } = await createTestDatabase();
const { url: baseUrl } = serveLists();

/** The edges of ranges and what lies beside them, within every list and outside of all. */
const addresses = [
  ...Array.from({ length: 25 }, (_, list) => [
    `${9 + list}.0.0.0`,
    `${9 + list}.0.1.255`,
    `${9 + list}.9.9.9`,
  ]).flat(),
  "203.0.113.7",
  "203.0.114.7",
  "2001:db8:7::1",
  "2606:4700::1",
];

it("returns the same facts for these addresses as the complete data", async () => {
  const operatorId = randomUUID();
  await owner`insert into operators (id, name) values (${operatorId}, 'Ann')`;
  await owner`
    insert into ip_ranges (range, effect, reason, operator_id)
    select range::cidr, 'deny', 'farm', ${operatorId}::uuid from unnest(array['203.0.113.0/24', '2001:db8::/32']) range`;
  await updateIpData(systemCtx(db), { baseUrl });
  const { data: all } = await loadIpData(db, null);
  const { data: some, hasLists } = await readAddressData(db, addresses);
  expect(hasLists).toBe(true);
  const facts = addresses.map((address) => findAddressFacts(all, address));
  expect(addresses.map((address) => findAddressFacts(some, address))).toEqual(facts);
  expect(facts.filter((fact) => Object.keys(fact).length > 0).length).toBeGreaterThan(10);
});

it("returns no facts without lists", async () => {
  await owner`delete from ip_lists`;
  await owner`delete from ip_ranges`;
  const { data, hasLists } = await readAddressData(db, addresses);
  expect(hasLists).toBe(false);
  expect(addresses.map((address) => findAddressFacts(data, address)).every((f) => !f.tor)).toBe(
    true,
  );
});
