import type { ListedClick } from "@fairclick/core/clicks/flagged-clicks";
import { afterAll, expect, it } from "vitest";
import { connectTo } from "../frame/connection";
import { flaggedClick } from "../testing/flagged-click";
import { createInspectSource } from "./inspect-source";

let clicks: ListedClick[] = [];
const queries: Record<string, string>[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: ({ url }) => {
    queries.push(Object.fromEntries(new URL(url).searchParams));
    return Response.json({ status: "success", data: clicks, nextCursor: null });
  },
});
afterAll(() => server.stop(true));
const api = connectTo({ api: `http://127.0.0.1:${server.port}`, token: "token" });
const run = async () => ({ isDone: true, text: "" });
const source = createInspectSource({
  ...{ api, run, readRelated: () => Promise.reject(new Error("Not expected")) },
  filter: { signal: "vpn" },
});

async function readRow(given: Partial<ListedClick>) {
  clicks = [flaggedClick(given)];
  const [row] = (await source.start.read(null)).rows;
  if (!row) throw new Error("The list is empty");
  return row;
}

it.each([
  ["held", "a clicks decide approve ID, x clicks decide reject ID"],
  ["invalid", "a clicks decide approve ID"],
  ["valid", "r clicks decide reverse --category bot_traffic ID"],
  ["unpaid", ""],
] as const)("decides about a click that is %s", async (verdict, wanted) => {
  const { acts } = await readRow({ id: "ID", verdict });
  const decisions = acts.filter(({ command }) => command[0] === "clicks");
  expect(
    decisions
      .map(({ key, command, subjects }) => [key, ...command, ...subjects].join(" "))
      .join(", "),
  ).toBe(wanted);
});

it("leaves a click with an open appeal to todo", async () => {
  const { about, acts } = await readRow({ appeal: "open" });
  expect(about.join()).toContain("fairclick todo");
  expect(acts.map(({ key }) => key)).toEqual(["s", "l", "n"]);
});

it("denies the /64 of an IPv6 address, and nothing of a deleted one", async () => {
  const { acts } = await readRow({ address: "2a0e:97c0:5:2b::1" });
  expect(acts.at(-1)).toMatchObject({
    command: ["ip-data", "decide", "deny"],
    subjects: ["2a0e:97c0:5:2b::/64"],
    undo: ["ip-data", "decide", "remove"],
  });
  const { acts: others, views } = await readRow({ address: null, linkCode: null });
  expect(others.map(({ key }) => key)).toEqual(["a", "x", "s"]);
  expect(views.map(({ key }) => key)).toEqual(["c", "o", "e"]);
});

it("narrows to the creator, the link with all verdicts, or the address", async () => {
  const { views } = await readRow({});
  queries.length = 0;
  for (const { key, view } of views) if (key !== "e") await view.read("cursor");
  const { campaignId: campaign, creatorId: creator, address } = flaggedClick();
  const page = { limit: "100", cursor: "cursor" };
  expect(queries).toEqual([
    { creator, ...page },
    { campaign, creator, verdict: "any", ...page },
    { address, verdict: "any", ...page },
  ]);
  const { tabs } = await source.start.read(null);
  expect(tabs.map(({ name }) => name)).toEqual([
    ...["Clicks: flagged, signal vpn", "Clicks: held, signal vpn"],
    "Clicks: flagged, appealed, signal vpn",
  ]);
});
