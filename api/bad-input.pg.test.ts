import { describe, expect, it } from "vitest";
import { campaignInput, deposit, launch, register } from "./testing/people";
import { createTestApp } from "./testing/test-app";

const unlimited = { take: async () => {}, forget: async () => {}, close: async () => {} };
const app = await createTestApp({ deps: () => ({ limits: unlimited }) });
const { call, clock, owner } = app;
const { id: campaignId, developer } = await launch(app);
const creator = await register(app, "creator");
await call("POST", `/api/campaigns/join/${campaignId}`, { token: creator.token });
await deposit(app, developer, 1_000);
const key = await call("POST", `/api/campaigns/${campaignId}/keys`, {
  token: developer.token,
  json: { name: "Server" },
});
const campaignToken: string = key.json.data.token;

type Operation = {
  "x-access": string;
  requestBody?: { required?: boolean; content: Record<string, unknown> };
  parameters?: { name: string; in: string }[];
};
type Route = { name: string; method: string; path: string; operation: Operation };

const document = (await call("GET", "/api/openapi.json")).json;
const routes: Route[] = Object.entries<Record<string, Operation>>(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
);
const ofUsers = routes.filter(({ operation }) => !operation["x-access"].startsWith("operator"));
const withBody = ofUsers.filter(
  ({ operation }) => operation.requestBody?.content["application/json"],
);
const withId = ofUsers.filter(({ path }) => path.includes("{") && !path.includes("/stripe/"));

const fill = (path: string, id = campaignId) => path.replace(/\{\w+\}/g, encodeURIComponent(id));
const tokenFor = ({ operation }: Route) =>
  operation["x-access"] === "campaign" ? campaignToken : developer.token;
const send = (route: Route, rest: Parameters<typeof call>[2]) =>
  call(route.method, fill(route.path), { token: tokenFor(route), ...rest });

/** Everything that a rejected request must not change. */
async function snapshot() {
  const tables = await owner<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
      and relname not in ('rate_limits', 'presences', 'secrets', 'migrations')`;
  return Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await owner`
        select count(*) as rows, md5(string_agg(t::text, ' ' order by t::text)) as hash
        from ${owner(name)} t`;
      return { name, ...row };
    }),
  );
}

describe("bodies", () => {
  it("are accepted by at least some routes", () => {
    expect(withBody.map((route) => route.name)).toEqual(
      expect.arrayContaining(["POST /api/campaigns", "POST /api/auth/login"]),
    );
  });

  it.each(["{", "", "{'a':1}", "\u0000", '{"a":1}}', '{"a":\n'])(
    "that are not JSON are malformed: %j",
    async (body) => {
      const before = await snapshot();
      for (const route of withBody) {
        const { status, json } = await send(route, { body });
        expect([status, json.code], route.name).toEqual([400, "malformed"]);
      }
      expect(await snapshot()).toEqual(before);
    },
  );

  it.each([[[]], ["text"], [7], [null], [true], [{}], [{ __proto__: null, constructor: 1 }]])(
    "of the wrong type are invalid: %j",
    async (json) => {
      const before = await snapshot();
      // Where the body can be missing, an empty one is valid.
      const isEmpty = JSON.stringify(json) === "{}";
      const refusing = isEmpty
        ? withBody.filter(({ operation }) => operation.requestBody?.required)
        : withBody;
      for (const route of refusing) {
        const { status, json: answer } = await send(route, { json });
        expect([status, answer.code], route.name).toEqual([422, "validation"]);
        expect(answer.issues.length, route.name).toBeGreaterThan(0);
      }
      expect(await snapshot()).toEqual(before);
    },
  );

  it("that are too large are rejected before they are read", async () => {
    const makeBody = (bytes: number) => JSON.stringify({ padding: "x".repeat(bytes) });
    const before = await snapshot();
    for (const route of withBody) {
      const body = makeBody(route.path === "/api/conversions" ? 530_000 : 70_000);
      const declared = await send(route, { body });
      expect([declared.status, declared.json.code], route.name).toEqual([413, "too_large"]);
      const chunked = await send(route, { body, headers: { "transfer-encoding": "chunked" } });
      expect(chunked.status, route.name).toBe(413);
    }
    expect(await snapshot()).toEqual(before);
  });

  it("of Stripe's webhook may be larger, within a limit of their own", async () => {
    const sizes = [70_000, 1_100_000];
    const answers = sizes.map((size) =>
      call("POST", "/api/stripe/webhook", { body: "x".repeat(size) }),
    );
    const statuses = (await Promise.all(answers)).map((answer) => answer.status);
    expect(statuses).toEqual([expect.not.toSatisfy((status) => status === 413), 413]);
  });

  it("that are not JSON are malformed", async () => {
    for (const route of withBody) {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const { status } = await send(route, { body: "amount=10&email=a", headers });
      expect(status, route.name).toBe(400);
    }
  });
});

describe("ids", () => {
  const nobodys = [
    "00000000-0000-7000-8000-000000000000",
    "1",
    "undefined",
    "' or 1=1 --",
    "%",
    "\u0000",
    "\r\n",
    "x".repeat(3_000),
    "../../etc/passwd",
    "💥",
    "__proto__",
    "constructor",
  ];

  it.each(nobodys)("that do not exist are not found: %j", async (id) => {
    for (const route of withId) {
      const json = route.operation.requestBody ? { isActive: false, disabled: true } : undefined;
      const { status } = await call(route.method, fill(route.path, id), {
        token: developer.token,
        json,
      });
      expect([404, 422], `${route.name}: ${status}`).toContain(status);
    }
  });

  it("for other users' campaigns and links are rejected, and nothing changes", async () => {
    const stranger = await register(app);
    const before = await snapshot();
    for (const [method, path, json] of [
      ["PATCH", `/api/campaigns/${campaignId}`, { isActive: false }],
      ["POST", `/api/campaigns/${campaignId}/fund`, undefined],
      ["GET", `/api/campaigns/${campaignId}/links`, undefined],
      ["GET", `/api/campaigns/${campaignId}/stats`, undefined],
      ["PATCH", `/api/campaigns/${campaignId}/links/${creator.id}`, { disabled: true }],
    ] as const) {
      const { status } = await call(method, path, { token: stranger.token, json });
      expect(status, `${method} ${path}`).toBe(403);
    }
    expect(await snapshot()).toEqual(before);
  });
});

describe("tokens", () => {
  it("are rejected after they expire", async () => {
    const person = await register(app);
    const now = clock.at;
    clock.at = new Date(now.getTime() + 31 * 86_400_000);
    for (const route of ofUsers.filter(({ operation }) =>
      operation["x-access"].startsWith("user"),
    )) {
      const { status, json } = await send(route, { token: person.token });
      expect([status, json.code], route.name).toEqual([401, "unauthenticated"]);
    }
    clock.at = now;
  });

  it.each(["", " ", "null", "undefined", "ü", "a".repeat(8_000), "Bearer x", "fco_x"])(
    "that are none open nothing: %j",
    async (token) => {
      for (const headers of [{ authorization: `Bearer ${token}` }, { "x-auth-token": token }]) {
        const { status } = await call("GET", "/api/auth/me", { headers: encodable(headers) });
        expect(status).toBe(401);
      }
    },
  );

  it("of users do not open operators' routes", async () => {
    for (const route of routes.filter(({ operation }) =>
      operation["x-access"].startsWith("operator"),
    )) {
      expect((await send(route, {})).status, route.name).toBe(401);
    }
  });
});

describe("a new campaign", () => {
  const refused = async (change: Record<string, unknown>, raw?: string) => {
    const before = await snapshot();
    const body = raw ?? JSON.stringify(campaignInput(app, change));
    const { status, json } = await call("POST", "/api/campaigns", { token: developer.token, body });
    expect(await snapshot()).toEqual(before);
    return [status, json.message];
  };

  const amounts = [
    "0",
    "-0",
    "-1",
    "-0.0015",
    "0.0000001",
    "0.0015001",
    "1e308",
    "1e-300",
    "1000000",
    "999999.000001",
    "9007199254740993",
    '"NaN"',
    '"Infinity"',
    '"1e3"',
    '"-1"',
    '"1,000"',
    '""',
    '" "',
    '"0x10"',
    '"٣"',
    "null",
    "true",
    "[10]",
    '{"amount":10}',
  ];
  it.each(amounts)("cannot pay %s a click", async (amount) => {
    const body = JSON.stringify(campaignInput(app)).replace(
      '"payoutPerClick":0.0015',
      `"payoutPerClick":${amount}`,
    );
    expect(await refused({}, body)).toEqual([422, "Valid payout rate is required"]);
  });
  it.each(amounts)("cannot have a budget of %s", async (amount) => {
    const body = JSON.stringify(campaignInput(app)).replace('"budget":15', `"budget":${amount}`);
    expect(await refused({}, body)).toEqual([422, "Valid budget is required"]);
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://x.example",
    "//evil.example",
    "/relative",
    "http://",
    "https://user:pass@evil.example",
    "https://evil.example\\@good.example",
    "https://a.example/\r\nSet-Cookie: x=1",
    "https://a.example/ b",
    "https://a.example/\u0000",
    `https://a.example/${"x".repeat(2_048)}`,
    "roblox://games/1",
  ])("cannot lead to %j", async (gameUrl) => {
    const message = "Game URL must be a web address that starts with https:// or http://";
    expect(await refused({ gameUrl })).toEqual([422, message]);
    expect((await refused({ trailerLink: gameUrl }))[0]).toBe(422);
  });

  it.each([
    [{ startDate: "2999-01-02", endDate: "2999-01-01" }, "End date must be after start date"],
    [{ startDate: "2999-01-01", endDate: "2999-01-01" }, "End date must be after start date"],
    [{ startDate: "2020-01-01", endDate: "2020-02-01" }, "End date must be at least tomorrow"],
    [{ endDate: "tomorrow" }, "End date is not a date"],
    [{ endDate: "2999-02-30" }, "End date is not a date"],
    [{ endDate: "2999-13-01" }, "End date is not a date"],
    [{ endDate: "+275760-09-14" }, "End date is not a date"],
    [{ startDate: "0000-01-01" }, "Start date is not a date"],
    [{ startDate: "1" }, "Start date is not a date"],
    [{ startDate: 1 }, "Start date is required"],
  ])("cannot run %j", async (dates, message) => {
    expect(await refused(dates)).toEqual([422, message]);
  });

  it.each(["name", "gameTitle", "description", "targetAudience", "conversionTips"])(
    "has no text that Postgres cannot keep as %s",
    async (field) => {
      expect((await refused({ [field]: "a\u0000b" }))[0]).toBe(422);
    },
  );

  it("does not change other texts", async () => {
    const description =
      "'; drop table users; -- <script>alert(1)</script>\r\nX-Evil: 1 \ud83d\ude00 \\ %s {{x}}";
    const { status, json } = await call("POST", "/api/campaigns", {
      token: developer.token,
      json: campaignInput(app, { description }),
    });
    expect([status, json.data.description]).toEqual([201, description]);
  });
});

describe("any field of any body", () => {
  const poisons = [
    null,
    true,
    0,
    -1,
    1e308,
    [],
    {},
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\r\nX-Evil: 1",
    "\ud800",
    "%s%n",
    "{{7*7}}",
    "'\"`;--",
    "x".repeat(10_000),
    ["\u0000"],
    { a: { b: "\u0000" } },
  ];
  const bodies: Record<string, Record<string, unknown>> = {
    "POST /api/campaigns": campaignInput(app),
    "PATCH /api/campaigns/{id}": {
      description: "d",
      targetAudience: "t",
      trailerLink: "",
      hashtags: [],
      conversionTips: "c",
      isActive: true,
    },
    "PATCH /api/campaigns/{id}/links/{userId}": { disabled: false },
    "POST /api/auth/login": { email: "a@example.com", password: "correct horse" },
    "POST /api/auth/register": {
      email: "b@example.com",
      username: "b",
      password: "correct horse",
      website: "",
    },
  };

  it.each(Object.keys(bodies))("can be anything without harm: %s", async (name) => {
    const [method = "", path = ""] = name.split(" ");
    const target = fill(path.replace("{userId}", creator.id));
    for (const [field] of Object.entries(bodies[name] ?? {})) {
      for (const poison of poisons) {
        const json = { ...bodies[name], [field]: poison };
        const { status, headers } = await call(method, target, { token: developer.token, json });
        const what = `${field} = ${JSON.stringify(poison).slice(0, 40)}: ${status}`;
        expect([200, 201, 401, 409, 422, 429], what).toContain(status);
        expect(headers.has("x-evil"), what).toBe(false);
      }
    }
  });

  it.each(["search", "genre", "scope", "cursor", "limit"])(
    "can be anything without harm: GET /api/campaigns?%s",
    async (field) => {
      for (const poison of poisons) {
        const query = new URLSearchParams({ scope: "all", [field]: String(poison) });
        const { status } = await call("GET", `/api/campaigns?${query}`);
        expect([200, 401, 422], `${field} = ${JSON.stringify(poison)}`).toContain(status);
      }
      expect([200, 422]).toContain(
        (await call("GET", `/api/campaigns?scope=all&${field}=%ff%00`)).status,
      );
    },
  );
});

function encodable(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString("latin1")]),
  );
}
