import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Click, clickSchema } from "@fairclick/core/clicks/click";

export type Fixture = { name: string; refused: boolean; requests: Click[] };

/** `held-out` is measured and never looked into: rules that are written after it would measure themselves. */
export type FixtureSet = "fixtures" | "held-out";

/**
 * A fixture file is a class of requests: its source and what is expected of it in the header, then
 * one request a line: the user agent, and ` || name: value` for each further field of the click.
 */
export function readFixtures(set: FixtureSet): Fixture[] {
  const folder = join(import.meta.dirname, set);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".txt"))
    .sort()
    .map((file) => readFixture(basename(file, ".txt"), readFileSync(join(folder, file), "utf8")));
}

function readFixture(name: string, text: string): Fixture {
  const lines = text.split("\n").filter((line) => line !== "");
  const expectation = /^# expect: (refused|allowed)$/m.exec(text)?.[1];
  if (!expectation) throw new Error(`${name} does not say what is expected of it`);
  const requests = lines.filter((line) => !line.startsWith("# ")).map(readRequest);
  return { name, refused: expectation === "refused", requests };
}

const nothingSent = {
  campaignId: "0197a000-0000-7000-8000-000000000001",
  creatorId: "0197a000-0000-7000-8000-000000000002",
  ip: "81.2.69.142",
  device: null,
  method: "GET",
  referrer: null,
  acceptLanguage: null,
  purpose: null,
  secFetchDest: null,
  secFetchMode: null,
  secFetchSite: null,
  secChUa: null,
  secChUaMobile: null,
  secChUaPlatform: null,
  unpaid: null,
};

function readRequest(line: string): Click {
  const [userAgent = "", ...fields] = line.split(" || ");
  const sent = fields.map((field) => {
    const colon = field.indexOf(": ");
    return [field.slice(0, colon), field.slice(colon + 2)] as const;
  });
  return clickSchema.strict().parse({
    ...nothingSent,
    id: Bun.randomUUIDv7(),
    at: 1_760_000_000_000,
    userAgent,
    ...Object.fromEntries(sent),
  });
}
