import { join } from "node:path";
import type { AdminTicket, AdminTicketDetail } from "@fairclick/core/operations/tickets-schema";
import { expect, it } from "vitest";
import { serveCanned } from "../../../testing/canned-api";
import { capture } from "../../../testing/capture";
import { makeTempFolder } from "../../../testing/temp-folder";

const root = makeTempFolder();
const env = {
  XDG_CONFIG_HOME: join(root, "config"),
  DATA_DIR: join(root, "data"),
  FAIRCLICK_TOKEN: "fco_ann",
};
const id = "01900000-0000-7000-8000-000000000001";
const stranger: AdminTicket = {
  ...{ id, userId: null, username: null, email: "sam@example.com" },
  ...{ category: "abuse", subject: "A \u001b[31mbad link", state: "waiting", messages: 1 },
  openedAt: "2026-03-02T12:00:00.000Z",
  waitsSince: "2026-03-02T12:00:00.000Z",
};
const { messages, ...shown } = stranger;
const thread = [
  { operator: null, text: "Where is it?", at: "2026-03-02T12:00:00.000Z" },
  { operator: "Ann", text: "On its way.", at: "2026-03-02T13:00:00.000Z" },
];
const account: AdminTicketDetail["account"] = {
  ...{ id, username: "chris", email: "chris@example.com", createdAt: stranger.openedAt },
  ...{ suspendedAt: null, suspensionReason: null, deletedAt: null, payoutsVerified: true },
  ...{ walletMicros: "0", earningsMicros: "1500000", inTransitMicros: "0", debtMicros: "0" },
  ...{ campaigns: 0, links: 1, emailConfirmed: false },
  ...{ heldWithdrawals: 1, heldRefunds: 0, findings: 2 },
  newestLinks: [{ code: "k7Qx2mPa", campaign: "Tower", disabledBy: "operator" }],
};
const run = (api: { url: string }, ...args: string[]) =>
  capture(["tickets", ...args, "--api", api.url], { env });
const serve = (answer: object) =>
  serveCanned(() => Response.json({ status: "success", ...answer }));

it("lists who waits since when, without terminal control sequences", async () => {
  const api = serve({ data: [stranger], nextCursor: null });
  const { exitCode, out } = await run(api, "list");
  expect(exitCode).toBe(0);
  expect(out).not.toContain("\u001b");
  expect(out).toContain("sam@example.com, no account");
  expect(out).toContain("waits since 2026-03-02 12:00:00");
  expect((await run(serve({ data: [], nextCursor: null }), "list")).out).toBe("None found.\n");
  expect((await run(api, "list", "--state", "great")).exitCode).toBe(2);
});

it("shows the thread and the account's money, holds and links", async () => {
  const data = { ...shown, userId: id, username: "chris", email: "chris@example.com", thread };
  const { out } = await run(serve({ data: { ...data, account } }), "show", id);
  expect(out).toContain("chris@example.com, not confirmed");
  expect(out).toContain("$1.50");
  expect(out).toContain("withdrawals 1, refunds 0, links with open findings 2");
  expect(out).toContain("k7Qx2mPa (Tower, stopped by operator)");
  expect(out).toMatch(/Ann\s+2026-03-02 13:00:00\n\s+On its way\./);
});

it("says that a stranger's address is not proved", async () => {
  const { out } = await run(serve({ data: { ...shown, thread, account: null } }), "show", id);
  expect(out).toContain("sam@example.com, without an account and not proved");
});

it.each([["answer", "--text", "It is on its way."], ["close"], ["reopen"]])(
  "%ss with a reason, after confirmation",
  async (verb, ...options) => {
    const data = {
      ...{ action: `ticket.${verb}`, subject: "ticket:1", applied: true },
      ...{ before: { state: "waiting" }, after: { state: verb } },
    };
    const api = serve({ data });
    expect((await run(api, verb, id, ...options, "--yes")).exitCode).toBe(2);
    expect((await run(api, verb, id, ...options, "--reason", "why")).exitCode).toBe(2);
    const { exitCode } = await run(api, verb, id, ...options, "--reason", "why", "--yes");
    expect(exitCode).toBe(0);
    const sent = api.seen.at(-1);
    expect(sent?.path).toBe(`/api/admin/tickets/${id}/${verb}`);
    expect(sent?.json).toMatchObject({ reason: "why" });
  },
);
