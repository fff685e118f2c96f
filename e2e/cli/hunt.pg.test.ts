import { createTestApp } from "@fairclick/api/testing/test-app";
import { maintainPartitions } from "@fairclick/services/clicks/retain/maintain-partitions";
import { addOperator } from "@fairclick/services/operations/operators/add-operator";
import { plantFrauds } from "@fairclick/services/testing/plant-frauds";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openTerminal, type Person } from "../terminal";

const app = await createTestApp({ config: { ipDataUrl: null } });
const asOwner = { sql: app.owner, transactions: app.owner, end: async () => {} };
await maintainPartitions(systemCtx(app.db));
await plantFrauds(asOwner, app.clock.at);
const { token } = await addOperator(
  { db: asOwner, now: () => app.clock.at },
  { name: "Ann", scopes: ["clicks:read", "users:read"] },
);
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) => app.app.fetch(request, { peerIp: "127.0.0.1" }),
});
afterAll(() => server.stop(true));

const ENTER = "\r";
const ESCAPE = "\u001b";
const LEFT = "\u001b[D";
const MAX_KEYS = 20;
/** Links of honest creators: spread, viral, and of one carrier's customers. */
const honest = ["anna", "bert", "cleo", "dora", "emil", "fred", "viral", "carrier"];
const frauds = ["farm", "rotator", "payee1", "payee2", "twin1", "twin2"];
const LINKS = honest.length + frauds.length;

let person: Person;
let keys = 0;
const press = (key: string) => {
  keys += 1;
  person.press(key);
};

/** Opens the ranked links and moves to the one of a creator. */
async function select(creator: string): Promise<void> {
  keys = 0;
  press("1");
  await person.see(/^ Clicks(:| {2})/);
  if (person.frame().startsWith(" Clicks:")) press(ESCAPE);
  await person.see(/^ Clicks {2}/);
  press("4");
  await person.see("14 of 14 links compared");
  // The screen arrives in pieces: the last rows later than the line that counts them.
  await expect.poll(() => rankedNames().length, { timeout: 20_000 }).toBe(LINKS);
  const place = rankedNames().indexOf(creator);
  for (let row = 0; row < place; row += 1) press("j");
  await person.see(new RegExp(`^>${creator}, `, "m"));
}

/** The creators on the screen, most suspect first. */
function rankedNames(): string[] {
  const names = [...frauds, ...honest].join("|");
  return [...person.frame().matchAll(new RegExp(`^[ >](${names}), `, "gm"))].map(
    ([, name]) => name ?? "",
  );
}

describe("an operator who looks for paid frauds", () => {
  beforeAll(async () => {
    const env = {
      FAIRCLICK_API: `http://127.0.0.1:${server.port}`,
      FAIRCLICK_TOKEN: token,
      DATA_DIR: "/nonexistent",
    };
    person = openTerminal({ args: ["inspect"], columns: 160, rows: 40, env });
    await person.see("No flagged clicks.", 60_000);
  }, 70_000);
  afterEach(() => expect(keys).toBeLessThan(MAX_KEYS));
  afterAll(async () => {
    person.press("q");
    expect((await person.leave()).exitCode).toBe(0);
  });

  it("sees all planted links above all honest ones", async () => {
    await select("farm");
    const names = rankedNames();
    expect(new Set(names.slice(0, frauds.length))).toEqual(new Set(frauds));
    expect(new Set(names.slice(frauds.length))).toEqual(new Set(honest));
  });

  it("finds the link whose clicks rotate inside an IPv6 /48, and the clicks themselves", async () => {
    await select("rotator");
    await person.see("39.7% from 2a0e:97c0:5::/48");
    press(ENTER);
    await person.see("Clicks: any campaign:");
    press("6");
    await person.see(/^>2a0e:97c0:5::\/48 +134 +40\.1 /m);
    press(ENTER);
    await person.see("2a0e:97c0:5:2b::");
    press(LEFT);
    await person.see(/^>2a0e:97c0:5::\/48/m);
  });

  it("finds the two creators who click each other's links at home", async () => {
    await select("twin1");
    await person.see("from where somebody else was signed in");
    press("t");
    await person.see("22 paid clicks on twin1's links from where twin2 was signed in");
    await person.see("2 accounts");
    press("x");
    await person.see(/^>twin1, /m);
  });

  it("finds the hosting range that is in no list", async () => {
    await select("farm");
    await person.see("AS 64496");
    press(ENTER);
    await person.see("Clicks: any campaign:");
    press("5");
    await person.see(/185\.77\.216\.0\/24 +75 +25 /);
    press("7");
    await person.see(/^>64496 +300 +100 /m);
    press("t");
    await person.see("Creators of asn 64496");
    await person.see(/^>farm +300 +100 /m);
  });

  it("finds the three accounts of one bank that pay each other", async () => {
    await select("payee1");
    await person.see("the developer has the creator's bank account or card");
    press("t");
    await person.see("same bank account or card");
    await person.see("boss → payee1: $0.18 for 120 clicks");
    await person.see("3 accounts, $0.36 between them.");
    press("x");
    await person.see(/^>payee1, /m);
  });
});
