import { expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";

const data = {
  accounts: [
    {
      id: "01900000-0000-7000-8000-0000000000f1",
      username: "chris",
      createdAt: "2026-03-01T12:00:00.000Z",
      suspendedAt: null,
      deletedAt: null,
      paidMicros: "1500",
      foundBy: null,
    },
  ],
  ...{ ties: [], flows: [], betweenMicros: "0", isPartial: false },
};

it.each([
  [
    [],
    /^account +state +paid +why *\nchris +active +\$0\.0015 *\n\n1 account, \$0\.00 between them\.\n$/,
  ],
  [["--json"], `${JSON.stringify(data)}\n`],
])("prints a table or JSON (%j)", async (args, text) => {
  const api = serveCanned(() => Response.json({ status: "success", data }));
  const env = { FAIRCLICK_TOKEN: "fco_ann" };
  const { out, exitCode } = await capture(
    ["users", "related", "chris", ...args, "--api", api.url],
    { env },
  );
  expect(exitCode).toBe(0);
  if (typeof text === "string") expect(out).toBe(text);
  else expect(out).toMatch(text);
  expect(api.seen[0]?.path).toBe("/api/admin/users/chris/related");
});
