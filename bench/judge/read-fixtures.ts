import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Click, clickSchema } from "@fairclick/core/clicks/click";

export type Fixture = { name: string; isInvalid: boolean; requests: Click[] };

/**
 * `held-out` is measured but never inspected. A rule written from it would make its score
 * meaningless.
 */
export type FixtureSet = "fixtures" | "held-out";

/**
 * Reads the fixture files, sorted by name. Each is a class of requests: a header with the source
 * and the expected verdict, then one request per line, a user agent followed by ` || name: value`
 * for each further field. Throws if a header states no expectation.
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
  const expectation = /^# expect: (invalid|allowed)$/m.exec(text)?.[1];
  if (!expectation) throw new Error(`${name} has no expectation`);
  const requests = lines.filter((line) => !line.startsWith("# ")).map(readRequest);
  return { name, isInvalid: expectation === "invalid", requests };
}

const emptyClick = {
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
  secure: false,
  unpaid: null,
};

function readRequest(line: string): Click {
  const [userAgent = "", ...fields] = line.split(" || ");
  const sent = fields.map((field) => {
    const colon = field.indexOf(": ");
    return [field.slice(0, colon), field.slice(colon + 2)] as const;
  });
  return clickSchema.strict().parse({
    ...emptyClick,
    id: Bun.randomUUIDv7(),
    at: 1_760_000_000_000,
    userAgent,
    ...Object.fromEntries(sent),
  });
}
