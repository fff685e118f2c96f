import type { Case, CaseDetail } from "@fairclick/core/campaigns/cases";
import { expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { operatorEnv } from "./testing/temp-folder";

const env = operatorEnv();
const id = "01900000-0000-7000-8000-000000000001";
const appeal: Case = {
  ...{ id, kind: "appeals", state: "open", user: "chris", text: "My viewers \u001b[31mclicked." },
  campaignId: "01900000-0000-7000-8000-000000000003",
  campaign: "Tower \u001b[31mof Tests",
  openedAt: "2026-03-02T12:00:00.000Z",
  ...{ micros: "1500", about: {}, gameUrl: "https://old.example/" },
  ...{ payoutMicros: "1500", budgetMicros: "15000000" },
  ...{ answer: null, decidedBy: null, decidedAt: null },
  sharedSides: [{ creator: "dana", things: ["bank"] }],
  record: { accepted: 1, declined: 4, clicks: 12, validClicks: 30 },
};
const objection: Case = {
  ...{ ...appeal, kind: "objections", user: "dana", micros: "18000" },
  about: { filter: { country: "DE" }, clicks: 12 },
};
const review: Case = {
  ...{ ...appeal, kind: "reviews", user: "dana", text: "" },
  about: { subject: "game_url", gameUrl: "https://new.example/", reasons: ["new_host"] },
};
const run = (api: { url: string }, ...args: string[]) =>
  capture(["cases", ...args, "--api", api.url], { env });
const serve = (answer: object) =>
  serveCanned(() => Response.json({ status: "success", ...answer }));
const serveList = (data: Case[]) => serve({ data, nextCursor: null });

it("lists appeals, objections and reviews, without terminal control sequences", async () => {
  const { exitCode, out } = await run(serveList([appeal, objection, review]), "list", "appeals");
  expect(exitCode).toBe(0);
  expect(out).not.toContain("\u001b");
  expect(out).toContain("appeal of chris on Tower");
  expect(out).toContain("1 for $0.0015");
  expect(out).toContain("objection of dana on Tower");
  expect(out).toContain("12 for $0.018, selected by country DE");
  expect(out).toContain("1 accepted, 4 declined; about 12 clicks");
  expect(out).toContain("https://new.example/, instead of https://old.example/");
  expect(out).toContain("because no campaign has led to this part of its website before");
});

it("lists the cases of all kinds without a kind", async () => {
  const lists = new Map<string, Case[]>([
    ["appeals", [appeal]],
    ["reviews", [review]],
  ]);
  const api = serveCanned((_, query) =>
    Response.json({
      status: "success",
      data: lists.get(new URLSearchParams(`${query}`).get("kind") ?? "") ?? [],
      nextCursor: null,
    }),
  );
  const { exitCode, out } = await run(api, "list");
  expect(exitCode).toBe(0);
  expect(out).toMatch(/appeal of chris[\s\S]*review of dana/);
});

it("shows the answers, and lists by kind and state", async () => {
  const decided = { state: "accepted", answer: "One machine.", decidedBy: "Ann" } as const;
  const about = { ...objection.about, reversedClicks: 11, reversedMicros: "16500" };
  const declined = { ...appeal, ...decided, state: "declined" };
  const data = [{ ...objection, ...decided, about }, declined];
  const api = serveCanned((_, query) => {
    const isAsked = `${query}`.startsWith("kind=appeals&state=declined");
    return Response.json({ status: "success", data: isAsked ? data : [], nextCursor: null });
  });
  const { out } = await run(api, "list", "appeals", "--state", "declined");
  expect(out).toContain("accepted by Ann, 11 clicks reversed: One machine.");
  expect(out).toContain("declined by Ann: One machine.");
  expect((await run(api, "list", "reviews")).out).toBe("None found.\n");
  expect((await run(api, "list", "appeals", "--state", "great")).exitCode).toBe(2);
  expect((await run(api, "list", "great")).exitCode).toBe(2);
});

it("prints one case per line with --json", async () => {
  const { out } = await run(serveList([appeal, review]), "list", "appeals", "--json");
  const lines = out.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([appeal, review]);
});

it("shows the clicks by creator, and the newest of them", async () => {
  const click = {
    clickedAt: "2026-03-01T12:00:00.000Z",
    ...{ creator: "chris", verdict: "invalid", reason: "known_bot" },
    ...{ country: "DE", device: "phone" },
  };
  const data: CaseDetail = {
    ...objection,
    creators: [{ creatorId: id, creator: "chris", clicks: 25, valid: 24, joined: 3, returned: 1 }],
    items: Array.from({ length: 25 }, (_, i) => ({ ...click, id: `click-${i}` })),
  };
  const { exitCode, out } = await run(serve({ data }), "show", id);
  expect(exitCode).toBe(0);
  expect(out).toContain("chris: 25 clicks, 24 still valid, 3 joined the game, 1 returned");
  expect(out).toContain("click-19");
  expect(out).toContain("invalid (known_bot)");
  expect(out).not.toContain("click-20");
  expect(out).toContain("and 5 more");
});

it.each(["accept", "decline"])(
  "%ss with a category and a reason, after confirmation",
  async (act) => {
    const data = {
      action: "objection.uphold",
      subject: `objection:${id}`,
      before: { state: "open" },
      after: { state: `${act}ed`, reversedClicks: 12, reversedMicros: "18000" },
      applied: true,
    };
    const api = serve({ data });
    const given = ["decide", act, id, "--category", "bot_traffic"];
    expect((await run(api, ...given)).exitCode).toBe(2);
    expect((await run(api, "decide", "maybe", id, "--reason", "why", "--yes")).exitCode).toBe(2);
    expect((await run(api, ...given, "--reason", "why")).exitCode).toBe(2);
    const { exitCode, out } = await run(api, ...given, "--reason", "why", "--yes");
    expect(exitCode).toBe(0);
    expect(out).toContain("Done.");
    const sent = api.seen.at(-1);
    expect(sent?.path).toBe(`/api/admin/cases/${id}/${act}`);
    expect(sent?.json).toMatchObject({ category: "bot_traffic", reason: "why" });
  },
);
