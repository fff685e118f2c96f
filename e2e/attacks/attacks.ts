import {
  type Answer,
  type Body,
  call,
  deposit,
  join,
  launch,
  type Market,
  mailsTo,
  nextAddress,
  openPayouts,
  type Person,
  register,
  until,
  visit,
} from "./market";

/** What an attack saw, and whether the market held. */
type Outcome = { seen: string; held: boolean };
type Attack = { name: string; play: (market: Market) => Promise<Outcome> };

const together = <Result>(count: number, act: (n: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)));
const countStatus = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
const tally = (answers: readonly Answer[]) =>
  [...new Set(answers.map(({ status }) => status))]
    .sort()
    .map((status) => `${countStatus(answers, status)} × ${status}`)
    .join(", ");
const secondsOf = (promise: Promise<unknown>) => {
  const startedAt = performance.now();
  return promise.then(() => (performance.now() - startedAt) / 1_000);
};

async function openMarket(market: Market, { pay = 0.5, budget = 50, cents = 10_000 } = {}) {
  const developer = await register(market, "dev");
  await deposit(market, developer, cents);
  const { body } = await launch(market, developer, { pay, budget });
  const creator = await register(market, "creator");
  return {
    developer,
    creator,
    id: body.data._id,
    path: await join(market, creator, body.data._id),
  };
}

async function earn(
  market: Market,
  creator: Person,
  path: string,
  clicks: number,
): Promise<number> {
  for (let n = 0; n < clicks; n += 1) await visit(market, path);
  return until(async () => {
    const { totalEarnings, unjudgedClicks } = await readWallet(market, creator);
    return totalEarnings > 0 && unjudgedClicks === 0 ? totalEarnings : undefined;
  });
}

async function readWallet(market: Market, person: Person) {
  return (await call(market, ["GET", "/api/wallet/summary"], person)).body;
}

async function operate(market: Market, path: string, json: object): Promise<Answer> {
  const token = market.operatorToken;
  const preview = await call(market, ["POST", path], { token, json: { ...json, dryRun: true } });
  const seen = preview.body.data?.seen ?? preview.body.seen;
  return call(market, ["POST", path], { token, json: { ...json, ...(seen ? { seen } : {}) } });
}

const attacks: Attack[] = [
  {
    name: "one person objects to clicks that the own creator has withdrawn, and is paid again",
    play: async (market) => {
      const { developer, creator, id, path } = await openMarket(market, { cents: 5_000 });
      const earned = await earn(market, creator, path, 20);
      await openPayouts(market, creator);
      const taken = await call(market, ["POST", "/api/stripe/withdraw"], {
        ...creator,
        json: { amount: Math.round(earned * 100) },
      });
      const objected = await call(market, ["POST", `/api/campaigns/${id}/objections`], {
        ...developer,
        json: { filter: {}, text: "Nobody arrived in the game: a farm." },
      });
      const objection = objected.body.data?.id ?? objected.body.id;
      const decided = await operate(market, `/api/admin/cases/${objection}/accept`, {
        reason: "They look bought",
      });
      await Bun.sleep(3_000);
      const { walletBalance } = await readWallet(market, developer);
      const campaign = await call(market, ["GET", `/api/campaigns/${id}`], developer);
      const left = campaign.body.data?.budgetRemaining ?? 0;
      const withdrawn = taken.status === 200 ? earned : 0;
      return {
        seen: `withdrawal ${taken.status}, objection ${objected.status}, decision ${decided.status}: of $50 the developer has $${(walletBalance + left).toFixed(2)}, the bank $${withdrawn}`,
        held: walletBalance + left + withdrawn <= 50,
      };
    },
  },
  {
    name: "$999,999 are paid and returned, again and again",
    play: async (market) => {
      const person = await register(market, "drain");
      const large = await deposit(market, person, 99_999_900);
      const whole = await deposit(market, person, 100_000);
      const more = await deposit(market, person, 10_000);
      return {
        seen: `$999,999: ${large.status}, $1,000: ${whole.status}, $100 more: ${more.status}`,
        held: large.status !== 200 && more.status !== 200,
      };
    },
  },
  {
    name: "a stranger's mailbox is written to by an account that did not prove its address",
    play: async (market) => {
      const person = await register(market, "bomb");
      for (let n = 0; n < 100; n += 1) {
        const key = await call(market, ["POST", "/api/keys"], {
          ...person,
          json: { name: `key ${n}`, scopes: ["stats"], validDays: 30 },
        });
        await call(market, ["DELETE", `/api/keys/${key.body.data?.id ?? key.body.id}`], person);
      }
      await Bun.sleep(6_000);
      const mails = await mailsTo(market, person.email);
      return {
        seen: `${mails.length} mails after 100 keys made and revoked`,
        held: mails.length <= 1,
      };
    },
  },
  {
    name: "a reset's mail waits behind an attacker's mails",
    play: async (market) => {
      const victim = await register(market, "victim");
      const bomber = await register(market, "bomber");
      await together(100, () => call(market, ["POST", "/api/auth/verification"], bomber));
      const asked = secondsOf(
        call(market, ["POST", "/api/auth/reset"], {
          ip: victim.ip,
          json: { email: victim.email },
        }).then(() =>
          until(async () =>
            JSON.stringify(await mailsTo(market, victim.email)).includes("reset-password")
              ? true
              : undefined,
          ),
        ),
      );
      const seconds = await asked;
      return { seen: `${seconds.toFixed(1)} s until the owner's mail`, held: seconds < 20 };
    },
  },
  {
    name: "one address opens as many streams as it can",
    play: async (market) => {
      const people = await together(30, () => register(market, "stream"));
      const open = people.flatMap((person) =>
        Array.from({ length: 6 }, () => {
          const end = new AbortController();
          const answer = fetch(`${market.origin}/api/events`, {
            headers: {
              authorization: `Bearer ${person.token}`,
              "x-forwarded-for": people[0]?.ip ?? "",
            },
            signal: end.signal,
          }).then((response) => response.status);
          return { answer, end };
        }),
      );
      const statuses = await Promise.all(open.map(({ answer }) => answer.catch(() => 0)));
      const other = await register(market, "other");
      const end = new AbortController();
      const { status } = await fetch(`${market.origin}/api/events`, {
        headers: { authorization: `Bearer ${other.token}`, "x-forwarded-for": other.ip },
        signal: end.signal,
      });
      end.abort();
      for (const each of open) each.end.abort();
      return {
        seen: `${statuses.filter((each) => each === 200).length} of 180 streams from one address opened; another person's: ${status}`,
        held: status === 200,
      };
    },
  },
  {
    name: "an unfunded campaign is edited without end",
    play: async (market) => {
      const person = await register(market, "editor");
      const { body } = await launch(market, person, { pay: 0.1, budget: 50 });
      const answers = await together(600, (n) =>
        call(market, ["PATCH", `/api/campaigns/${body.data._id}`], {
          ...person,
          json: { description: `${n} `.repeat(500) },
        }),
      );
      return { seen: tally(answers), held: countStatus(answers, 200) <= 300 };
    },
  },
  {
    name: "a storm of prices",
    play: async (market) => {
      const { developer, id } = await openMarket(market, { pay: 0.1 });
      const answers = await together(200, (n) =>
        call(market, ["POST", `/api/campaigns/${id}/price`], {
          ...developer,
          json: { payoutPerClick: 0.1 + (n + 1) / 1_000 },
        }),
      );
      return { seen: tally(answers), held: countStatus(answers, 200) <= 20 };
    },
  },
  {
    name: "the API's description is asked for by sixteen at a time",
    play: async (market) => {
      const slowestBeside = async (path: string) => {
        const storm = together(16, async () => {
          for (let n = 0; n < 10; n += 1) {
            const response = await fetch(market.origin + path, {
              headers: { "x-forwarded-for": nextAddress() },
            });
            await response.arrayBuffer();
          }
        });
        const others = await together(5, () => call(market, ["GET", "/api/contact"]));
        await storm;
        return Math.max(...others.map(({ ms }) => ms));
      };
      const ordinary = await slowestBeside("/api/policy");
      const large = await slowestBeside("/api/openapi.json");
      return {
        seen: `another answer took at most ${large.toFixed(0)} ms, beside an ordinary answer ${ordinary.toFixed(0)} ms`,
        held: large < 10 * Math.max(ordinary, 50),
      };
    },
  },
  {
    name: "the campaign is paused, and creators are not told",
    play: async (market) => {
      const { developer, creator, id } = await openMarket(market, { pay: 0.1 });
      const paused = await call(market, ["PATCH", `/api/campaigns/${id}`], {
        ...developer,
        json: { isActive: false },
      });
      const told = await until(async () => {
        const { body } = await call(market, ["GET", "/api/notices"], creator);
        return body.data.length > 0 ? (body.data[0].title ?? "a notice") : undefined;
      });
      return { seen: `pause: ${paused.status}; the creator reads: ${told}`, held: true };
    },
  },
  {
    name: "campaigns lead around the review",
    play: async (market) => {
      const { developer } = await openMarket(market);
      const urls = [
        "https://devforum.roblox.com/t/free/1",
        "https://www.roblox.com/users/1/profile",
        "https://www.roblox.com/login?returnUrl=https://evil.example",
        "https://sites.google.com/view/evil",
      ];
      const statuses: string[] = [];
      for (const gameUrl of urls) {
        const { status, body } = await launch(market, developer, { pay: 0.01, budget: 5, gameUrl });
        statuses.push(status === 201 ? body.data.status : String(status));
      }
      return { seen: statuses.join(", "), held: !statuses.includes("ACTIVE") };
    },
  },
  {
    name: "a used requestId with another amount",
    play: async (market) => {
      const { developer, id } = await openMarket(market, { pay: 0.1, budget: 20 });
      const requestId = crypto.randomUUID();
      const add = (amount: number) =>
        call(market, ["POST", `/api/campaigns/${id}/budget`], {
          ...developer,
          json: { amount, requestId },
        });
      const answers = [await add(10), await add(12), await add(10)];
      const { walletBalance } = await readWallet(market, developer);
      return {
        seen: `${tally(answers)}, the wallet $${walletBalance}`,
        held: walletBalance === 70,
      };
    },
  },
  {
    name: "thirty refunds against a launch, one wallet",
    play: async (market) => {
      const developer = await register(market, "racer");
      await deposit(market, developer, 3_000);
      const [answers] = await Promise.all([
        together(15, () =>
          call(market, ["POST", "/api/stripe/refunds"], {
            ...developer,
            json: { amount: 3_000, requestId: crypto.randomUUID() },
          }),
        ),
        together(15, () => launch(market, developer, { pay: 0.1, budget: 30 })),
      ]);
      const own = await call(market, ["GET", "/api/campaigns/my-campaigns"], developer);
      const active = own.body.data.filter((each: Body) => each.status === "ACTIVE").length;
      const refunds = countStatus(answers, 200);
      return {
        seen: `${refunds} refunds, ${active} campaigns of $30`,
        held: refunds + active === 1,
      };
    },
  },
  {
    name: "forty withdrawals of the same earnings at once",
    play: async (market) => {
      const { creator, path } = await openMarket(market);
      const earned = await earn(market, creator, path, 10);
      await openPayouts(market, creator);
      const answers = await together(40, () =>
        call(market, ["POST", "/api/stripe/withdraw"], {
          ...creator,
          json: { amount: Math.round(earned * 100), requestId: crypto.randomUUID() },
        }),
      );
      return { seen: tally(answers), held: countStatus(answers, 200) <= 1 };
    },
  },
  {
    name: "events that Stripe did not sign",
    play: async (market) => {
      const event = {
        id: "evt_1",
        type: "checkout.session.completed",
        data: { object: { id: "cs_test_1", payment_status: "paid" } },
      };
      const signatures = [
        "",
        "t=1,v1=00",
        `t=${Math.floor(Date.now() / 1_000)},v1=${"a".repeat(64)}`,
        "x".repeat(5_000),
      ];
      const answers = await together(40, (n) =>
        call(market, ["POST", "/api/stripe/webhook"], {
          json: event,
          headers: { "stripe-signature": signatures[n % 4] ?? "" },
        }),
      );
      return {
        seen: tally(answers),
        held: answers.every(({ status }) => status >= 400 && status < 500),
      };
    },
  },
  {
    name: "webhooks and channels that lead inside",
    play: async (market) => {
      const person = await register(market, "ssrf");
      const hosts = [
        "127.0.0.1",
        "10.0.0.1",
        "169.254.169.254",
        "[::1]",
        "[fd00::1]",
        "0.0.0.0",
        "2130706433",
        "0x7f.1",
        "metadata.google.internal",
      ];
      const answers: Answer[] = [];
      for (const host of hosts) {
        answers.push(
          await call(market, ["POST", "/api/webhooks"], {
            ...person,
            json: { url: `https://${host}/x`, events: ["withdrawal.sent"] },
          }),
        );
        answers.push(
          await call(market, ["POST", "/api/users/channels"], {
            ...person,
            json: { url: `https://${host}/x` },
          }),
        );
      }
      return {
        seen: tally(answers),
        held: answers.every(({ status }) => status >= 400 && status < 500),
      };
    },
  },
  {
    name: "every route, without a token and with a wrong one",
    play: async (market) => {
      const { body } = await call(market, ["GET", "/api/openapi.json"]);
      const guarded = Object.entries<Record<string, { "x-access"?: string }>>(body.paths).flatMap(
        ([path, methods]) =>
          Object.entries(methods)
            .filter(
              ([, { "x-access": access = "public" }]) =>
                !["public", "anyone", "visitor"].includes(access),
            )
            .map(([method, { "x-access": access }]) => ({
              method: method.toUpperCase(),
              path: path.replaceAll(/\{\w+\}/g, "1"),
              access,
            })),
      );
      const open: string[] = [];
      for (const { method, path, access } of guarded) {
        for (const token of [undefined, "wrong", `fco_${"a".repeat(43)}`]) {
          const { status } = await call(market, [method, path], {
            token,
            ip: nextAddress(),
            ...(method === "GET" ? {} : { json: {} }),
          });
          if (status < 400 || status >= 500) open.push(`${method} ${path} (${access}) ${status}`);
        }
      }
      return {
        seen: `${guarded.length} guarded routes, three callers each; open: ${open.slice(0, 5).join(", ") || "none"}`,
        held: open.length === 0,
      };
    },
  },
  {
    name: "malformed requests to every route of a person",
    play: async (market) => {
      const { developer, id } = await openMarket(market, { pay: 0.1 });
      const { body } = await call(market, ["GET", "/api/openapi.json"]);
      const bodies = [
        "",
        "{",
        "[]",
        "null",
        "0",
        '{"__proto__":{}}',
        JSON.stringify({ amount: -1 }),
        JSON.stringify({ amount: 1e308, id: "\u0000" }),
        "[".repeat(30_000),
      ];
      const ids = ["__proto__", "constructor", "%00", "..%2f..%2f", "1".repeat(3_000), id];
      const answers: { what: string; status: number }[] = [];
      for (const [path, methods] of Object.entries<object>(body.paths)) {
        if (path.startsWith("/api/admin") || path.includes("logout") || path.includes("delete"))
          continue;
        for (const method of Object.keys(methods)) {
          for (const each of ids) {
            const filled = path.replaceAll(/\{\w+\}/g, each);
            const json = bodies[answers.length % bodies.length];
            const { status } = await call(market, [method.toUpperCase(), filled], {
              ...developer,
              ip: nextAddress(),
              ...(method === "get" ? {} : { json }),
            });
            answers.push({
              what: `${method} ${filled.slice(0, 80)} ${json?.slice(0, 30)}`,
              status,
            });
          }
        }
      }
      const broken = answers.filter(({ status }) => status >= 500);
      return {
        seen: `${answers.length} requests, ${broken.length} answered 5xx ${broken
          .slice(0, 3)
          .map(({ what, status }) => `${what} ${status}`)
          .join("; ")}`,
        held: broken.length === 0,
      };
    },
  },
  {
    name: "ten thousand made-up links beside a known one",
    play: async (market) => {
      const { path } = await openMarket(market, { pay: 0.1 });
      await visit(market, path);
      const storm = together(20, async () => {
        for (let n = 0; n < 250; n += 1) {
          await call(market, ["GET", `/r/${crypto.randomUUID().slice(0, 8)}`], {
            ip: nextAddress(),
          });
        }
      });
      const known = await together(50, async (n) => {
        await Bun.sleep(n * 20);
        return visit(market, path);
      });
      await storm;
      return {
        seen: `the known link: ${tally(known)}`,
        held: countStatus(known, 302) === known.length,
      };
    },
  },
  {
    name: "a forged Host in a reset's mail",
    play: async (market) => {
      const owner = await register(market, "host");
      await call(market, ["POST", "/api/auth/reset"], {
        ip: nextAddress(),
        json: { email: owner.email },
        headers: { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
      });
      const mails = await until(async () => {
        const text = JSON.stringify(await mailsTo(market, owner.email));
        return text.includes("reset-password") ? text : undefined;
      });
      return {
        seen: mails.includes("evil.example")
          ? "the mail names evil.example"
          : "the mail names the app",
        held: !mails.includes("evil.example"),
      };
    },
  },
  {
    name: "own clicks and a burst from one address",
    play: async (market) => {
      const { creator, path } = await openMarket(market, { pay: 0.1 });
      const headers = {
        "user-agent":
          "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
      };
      for (let n = 0; n < 6; n += 1) await call(market, ["GET", path], { ip: creator.ip, headers });
      const burst = nextAddress();
      for (let n = 0; n < 6; n += 1) await call(market, ["GET", path], { ip: burst, headers });
      const wallet = await until(async () => {
        await Bun.sleep(1_000);
        const summary = await readWallet(market, creator);
        return summary.judgedUpTo &&
          Date.parse(summary.judgedUpTo) > startedAt + 8_000 &&
          summary.unjudgedClicks === 0
          ? summary
          : undefined;
      });
      return {
        seen: `12 clicks earned $${wallet.totalEarnings}`,
        held: wallet.totalEarnings === 0,
      };
    },
  },
  {
    name: "after all of it, the books",
    play: async (market) => {
      const { body } = await call(market, ["GET", "/api/admin/ledger/verify"], {
        token: market.operatorToken,
      });
      const checks = body.data?.checks ?? body.data ?? [];
      const wrong = checks.filter(
        (each: Body) => (each.violations ?? each.count ?? 0) > 0 || each.ok === false,
      );
      return {
        seen: `${checks.length} checks, ${wrong.length} violated ${JSON.stringify(wrong).slice(0, 200)}`,
        held: checks.length > 20 && wrong.length === 0,
      };
    },
  },
];
const startedAt = Date.now();

/** Plays all attacks against a fresh market and prints each. Returns how many broke it. */
export async function playAttacks(market: Market, only = ""): Promise<number> {
  let broken = 0;
  for (const { name, play } of attacks.filter((attack) => attack.name.includes(only))) {
    const { seen, held } = await play(market).catch((error: Error) => ({
      seen: error.stack ?? error.message,
      held: false,
    }));
    if (!held) broken += 1;
    console.log(`${held ? "held  " : "BROKEN"}  ${name}: ${seen}`);
  }
  return broken;
}
