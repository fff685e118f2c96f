import type { Person } from "@fairclick/api/testing/people";
import { resumeWithdrawals } from "@fairclick/services/money/request-withdrawal";
import { expectRightBooks } from "@fairclick/services/testing/expect-right-books";
import { instantPayouts } from "@fairclick/services/testing/instant-payouts";
import { afterEach, expect, it } from "vitest";
import { cancelLast, lastWithdrawal, listTransfers } from "./creators";
import { addPerson, getAccount, onboard, withdraw } from "./money";
import { createEarner, passTime, payIn } from "./stolen-cards";
import { createStripeApp } from "./stripe-app";

const rules = { ...instantPayouts, unprovedPayoutDollars: 20 };
const app = await createStripeApp(rules);
const { call, clock, standIn, owner } = app;
const DAY_MS = 86_400_000;

const { token: operator } = await app.addOperator("Ann", [
  "withdrawals:read",
  "withdrawals:write",
  "cases:read",
  "cases:decide",
]);

afterEach(() => expectRightBooks(app));

async function seenByOperator(person: Person) {
  const last = await lastWithdrawal(app, person);
  const answer = await call("GET", `/api/admin/withdrawals/${last?.id}`, { token: operator });
  return answer.json.data;
}

async function seenByOwner({ token }: Person): Promise<string> {
  const { json } = await call("GET", "/api/wallet/transactions", { token });
  return json.transactions[0].description;
}

async function resume(): Promise<number> {
  const resumed = await resumeWithdrawals(app.ctx, rules);
  await app.settle();
  return resumed;
}

/** Long enough that earlier tests' payouts no longer count. */
async function startAfresh(): Promise<void> {
  await passTime(app, 31 * DAY_MS);
}

it("holds a withdrawal to the bank account of the developer who paid it", async () => {
  const developer = await addPerson(app);
  const account = await onboard(app, developer);
  await standIn.control("accounts/complete", { account, number: "family" });
  await app.settle();
  await payIn(app, developer, { cents: 500, card: "three_d_secure" });
  const creator = await createEarner(app, { developer, cents: 500 });
  await standIn.control("accounts/complete", {
    account: await getAccount(app, creator.id),
    number: "family",
  });
  await app.settle();
  await withdraw(app, creator, 100);
  const seen = await seenByOperator(creator);
  expect(seen.holdReason).toContain("uses the same bank account for payouts");
  expect(seen.holdUntil).toBe(new Date(clock.at.getTime() + 2 * DAY_MS).toISOString());
  const description = await seenByOwner(creator);
  expect(description).toMatch(
    /^Fairclick looks at it before it is sent, by \w+ \d+, .* UTC: it needs a security check$/,
  );
});

it("marks an objection whose developer may be the creator, in the list, the detail and the dry run", async () => {
  const developer = await addPerson(app);
  await payIn(app, developer, { cents: 5_000, card: "three_d_secure", owner: "both" });
  const creator = await createEarner(app, { developer, cents: 2_500 });
  await payIn(app, creator, { cents: 500, card: "three_d_secure", owner: "both" });
  const stranger = await createEarner(app, { developer, cents: 2_500 });
  const school = "198.51.100.9";
  await owner`
    insert into ip_ranges (range, effect, reason, operator_id, decided_at)
    select ${school}::inet::cidr, 'shared', 'a school', id, now() from operators limit 1`;
  for (const person of [developer, creator, stranger]) await signInAt(person, school);
  const seen: object[] = [];
  for (const { id } of [creator, stranger]) {
    const [clicks] = await owner<{ campaignId: string }[]>`
      select distinct campaign_id from clicks where creator_id = ${id}`;
    const path = `/api/campaigns/${clicks?.campaignId}/objections`;
    const json = { filter: {}, text: "Nobody arrived, it was a farm." };
    const made = await call("POST", path, { token: developer.token, json });
    expect(made.status, made.text).toBe(201);
    const listed = await call("GET", "/api/admin/cases?kind=objections", { token: operator });
    const [listedCase] = listed.json.data.filter(
      ({ campaignId }: { campaignId: string }) => campaignId === clicks?.campaignId,
    );
    const detail = await call("GET", `/api/admin/cases/${listedCase.id}`, { token: operator });
    const decided = await call("POST", `/api/admin/cases/${listedCase.id}/accept`, {
      token: operator,
      json: { reason: "A farm", dryRun: true },
    });
    expect(decided.json.data, decided.text).toMatchObject({ applied: false });
    const { sharedSides } = decided.json.data.after;
    seen.push([listedCase.sharedSides, detail.json.data.sharedSides, sharedSides]);
  }
  const mark = [{ creator: creator.username, things: ["card"] }];
  expect(seen).toEqual([
    [mark, mark, `${creator.username} (card)`],
    [[], [], undefined],
  ]);
});

it("names the other payees of a bank account", async () => {
  const developer = await addPerson(app);
  await payIn(app, developer, { cents: 1_500, card: "three_d_secure" });
  const creators = [
    await createEarner(app, { developer, cents: 500 }),
    await createEarner(app, { developer, cents: 500 }),
    await createEarner(app, { developer, cents: 500 }),
  ] as const;
  const share = async ({ id }: Person) => {
    const account = await getAccount(app, id);
    await standIn.control("accounts/complete", { account, number: "ring" });
    await app.settle();
  };
  const [first, second, third] = creators;
  await share(first);
  await withdraw(app, first, 100);
  expect((await seenByOperator(first)).holdReason).toBeNull();
  await share(second);
  await withdraw(app, first, 100);
  expect((await seenByOperator(first)).holdReason).toBeNull();
  await withdraw(app, second, 100);
  expect((await seenByOperator(second)).holdReason).toBe(
    `Several payees share its bank account: ${first.username}.`,
  );
  await share(third);
  await withdraw(app, first, 100);
  const named = [second.username, third.username].sort().join(" and ");
  expect((await seenByOperator(first)).holdReason).toBe(
    `Several payees share its bank account: ${named}.`,
  );
  expect(await seenByOwner(first)).toMatch(/it needs a security check$/);
});

const places = [
  ["198.51.100.7", null, "IP address"],
  ["198.51.100.8", "198.51.100.8/32", null],
] as const;

it.each(places)(
  "compares sign-ins at %s, where %s is known as shared, days after the deposit",
  async (address, range, expected) => {
    if (range) {
      await owner`
        insert into ip_ranges (range, effect, reason, operator_id, decided_at)
        select ${range}::inet::cidr, 'shared', 'a school', id, now() from operators limit 1`;
    }
    const developer = await addPerson(app);
    await signInAt(developer, address);
    await payIn(app, developer, { cents: 500, card: "three_d_secure" });
    await owner`delete from presences where user_id = ${developer.id}`;
    const creator = await createEarner(app, { developer, cents: 500 });
    await signInAt(creator, address);
    await withdraw(app, creator, 100);
    const { holdReason } = await seenByOperator(creator);
    if (expected) expect(holdReason).toContain(`uses the same ${expected}`);
    else expect(holdReason).toBeNull();
  },
);

async function signInAt({ id }: Person, address: string): Promise<void> {
  await owner`
    insert into presences (user_id, kind, key, seen_at)
    values (${id}, 'ip', ${address}, ${clock.at})`;
}

it("sends unproved money up to the limit, the rest when it fits, and proved money at once", async () => {
  await startAfresh();
  const developer = await addPerson(app);
  await payIn(app, developer, { cents: 5_000, card: "success" });
  const [first, second] = [
    await createEarner(app, { developer, cents: 1_500 }),
    await createEarner(app, { developer, cents: 1_500 }),
  ];
  const answers = await Promise.all([withdraw(app, first, 1_500), withdraw(app, second, 1_500)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await app.settle();
  const sent = await Promise.all([first, second].map((each) => listTransfers(app, each)));
  expect(sent.flat()).toHaveLength(1);
  const kept = sent[0]?.length ? second : first;
  expect(await seenByOperator(kept)).toMatchObject({
    holdReason: "With it, more than $20 of unproved card payments would leave within 7 days.",
    holdUntil: new Date(clock.at.getTime() + 7 * DAY_MS).toISOString(),
  });
  expect(await seenByOwner(kept)).toMatch(
    /^Waits until \w+ \d+, .* UTC: the card payments that it comes from are new$/,
  );

  const honest = await addPerson(app);
  await payIn(app, honest, { cents: 5_000, card: "three_d_secure" });
  const proved = await createEarner(app, { developer: honest, cents: 5_000 });
  await withdraw(app, proved, 5_000);
  expect((await seenByOperator(proved)).holdReason).toBeNull();

  await passTime(app, 6.9 * DAY_MS);
  expect(await resume()).toBe(0);
  await passTime(app, 0.2 * DAY_MS);
  expect(await resume()).toBe(1);
  expect(await lastWithdrawal(app, kept)).toMatchObject({ status: "completed" });
  expect(await resume()).toBe(0);
});

it("does not send what was disputed while it waited", async () => {
  await startAfresh();
  const developer = await addPerson(app);
  const charge = await payIn(app, developer, { cents: 4_000, card: "success" });
  const first = await createEarner(app, { developer, cents: 2_000 });
  const second = await createEarner(app, { developer, cents: 1_000 });
  await withdraw(app, first, 2_000);
  await withdraw(app, second, 1_000);
  await app.settle();
  await standIn.control("disputes/open", { charge });
  await app.settle();
  await passTime(app, 8 * DAY_MS);
  expect(await resume()).toBe(0);
  expect((await seenByOperator(second)).holdReason).toContain("is disputed");
  expect(await seenByOwner(second)).toContain("is disputed");
  await passTime(app, 40 * DAY_MS);
  expect(await resume()).toBe(0);
});

it("counts a withdrawal that waits for its review, and none that the brake holds", async () => {
  await startAfresh();
  const developer = await addPerson(app);
  await payIn(app, developer, { cents: 5_000, card: "success" });
  const [first, second] = [
    await createEarner(app, { developer, cents: 1_500 }),
    await createEarner(app, { developer, cents: 1_500 }),
  ];
  await withdraw(app, first, 1_500);
  const hold = (kinds: string) => owner`
    update withdrawals set held_at = ${clock.at}, hold_reason = 'why', hold_kinds = ${kinds}
    where user_id = ${first.id}`;
  const isKept = async () => {
    await withdraw(app, second, 1_500);
    const { holdReason } = await seenByOperator(second);
    expect((await cancelLast(app, second)).status).toBe(200);
    return holdReason !== null;
  };
  await hold("{first}");
  expect(await isKept()).toBe(true);
  await hold("{first,unproved}");
  expect(await isKept()).toBe(false);
  expect((await cancelLast(app, first)).status).toBe(200);
});

it("lets an operator keep what would go on by itself", async () => {
  await startAfresh();
  const developer = await addPerson(app);
  await payIn(app, developer, { cents: 4_000, card: "success" });
  const first = await createEarner(app, { developer, cents: 2_000 });
  const second = await createEarner(app, { developer, cents: 1_000 });
  await withdraw(app, first, 2_000);
  await withdraw(app, second, 1_000);
  await app.settle();
  const { id } = await seenByOperator(second);
  const hold = () =>
    call("POST", `/api/admin/withdrawals/${id}/hold`, {
      token: operator,
      json: { reason: "looks odd" },
    });
  expect((await hold()).status).toBe(200);
  expect((await hold()).status).toBe(409);
  await passTime(app, 8 * DAY_MS);
  expect(await resume()).toBe(0);
  expect(await seenByOperator(second)).toMatchObject({ holdReason: "looks odd", holdUntil: null });
});
