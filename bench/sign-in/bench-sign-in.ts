import { hashPassword } from "@fairclick/services/accounts/passwords";
import { addUser } from "@fairclick/services/testing/marketplace";
import { printTable } from "../report/print-table";
import { openApiWorld } from "../world/api-world";
import { compareGroups, quantile } from "./compare-groups";

const WARM_UP = 20;
/** No mail is sent: the request is only stored, and the worker does not run. */
const mail = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "bench@test.example" };

const calls = {
  "sign-in, wrong password": { path: "login", body: { password: "wrong horse" } },
  "mail for a new password": { path: "reset", body: {} },
};

type Times = { known: number[]; unknown: number[] };

/**
 * Measures whether the duration of a response tells if an address has an account. Each call is sent
 * to as many known as unknown addresses, in pairs of alternating order.
 */
export async function benchSignIn({ addresses }: { addresses: number }): Promise<void> {
  const world = await openApiWorld();
  try {
    const passwordHash = await hashPassword("correct horse");
    const known: string[] = [];
    for (let n = 0; n < addresses; n += 1) known.push(await addUser(world.db));
    await world.owner`update users set password_hash = ${passwordHash}, email_verified_at = now(),
      email = id || '@known.example'`;
    const { port } = await world.startApi("postgres", mail);
    const rows: string[][] = [];
    for (const [name, call] of Object.entries(calls)) {
      rows.push(...describe(name, await measureCall(port, call, known)));
    }
    const head = ["call", "address", "median ms", "10 %", "90 %", "99 %", "known slower", "σ"];
    printTable(head, rows);
    console.log("`known slower`: share of the pairs; 50 % if the duration tells nothing.\n");
  } finally {
    await world.close();
  }
}

async function measureCall(
  port: number,
  { path, body }: { path: string; body: object },
  known: readonly string[],
): Promise<Times> {
  const times: Times = { known: [], unknown: [] };
  const url = `http://127.0.0.1:${port}/api/auth/${path}`;
  let sent = 0;
  const measure = async (email: string) => {
    // Another client each time: the limit per client must not answer.
    sent += 1;
    const client = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
    const startedAt = performance.now();
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": client },
      body: JSON.stringify({ ...body, email }),
    });
    await answer.text();
    const ms = performance.now() - startedAt;
    if (![200, 401].includes(answer.status)) throw new Error(`${path} answers ${answer.status}`);
    return ms;
  };
  for (let n = 0; n < WARM_UP; n += 1) await measure(`${crypto.randomUUID()}@warm.example`);
  for (const [n, id] of known.entries()) {
    const inTurns = n % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
    for (const group of inTurns) {
      const name = group === "known" ? id : crypto.randomUUID();
      times[group].push(await measure(`${name}@known.example`));
    }
  }
  return times;
}

function describe(name: string, { known, unknown }: Times): string[][] {
  const { share, deviations } = compareGroups(known, unknown);
  const figures = (values: number[]) =>
    [0.5, 0.1, 0.9, 0.99].map((part) => quantile(values, part).toFixed(2));
  return [
    [name, "known", ...figures(known), `${(share * 100).toFixed(1)} %`, deviations.toFixed(1)],
    ["", "unknown", ...figures(unknown), "", ""],
  ];
}
