import { depositArrived } from "@fairclick/core/notices/money-notices";
import { webhooksResponseSchema } from "@fairclick/core/notices/webhooks";
import { type Random, seededRandom } from "../world/seeded-random";
import type { ChaosMarket, Person } from "./market";

const PAUSE_MS = [300, 1_000] as const;
const ANSWER_TIMEOUT_MS = 10_000;

type Acting = { ports: readonly number[]; random: Random; isOver: () => boolean };

/**
 * Lets developers and creators make changes that write notices and move no click: they add webhooks
 * and delete them. A request that fails is not repeated: its change may have been made or not.
 */
export async function actAsPeople(
  { campaigns, creators }: Pick<ChaosMarket, "campaigns" | "creators">,
  { ports, random, isOver }: Acting,
): Promise<void> {
  const people = [...campaigns.map(({ developer }) => developer), ...creators];
  const act = async (person: Person, own: Random) => {
    while (!isOver()) {
      await Bun.sleep(own.between(...PAUSE_MS));
      const body = { url: "https://hooks.chaos.example/hook", events: [depositArrived.kind] };
      await call(person, { port: own.pick(ports), method: "POST", path: "", body });
      const listed = await call(person, { port: own.pick(ports), method: "GET", path: "" });
      for (const { _id } of webhooksResponseSchema.safeParse(listed).data?.data ?? []) {
        await call(person, { port: own.pick(ports), method: "DELETE", path: `/${_id}` });
      }
    }
  };
  await Promise.all(people.map((person) => act(person, seededRandom(random.next() * 2 ** 32))));
}

type Request = { port: number; method: string; path: string; body?: object };

/** Returns null if the answer was lost. */
async function call({ token }: Person, { port, method, path, body }: Request): Promise<unknown> {
  const request = {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    ...(body && { body: JSON.stringify(body) }),
  };
  const url = `http://127.0.0.1:${port}/api/webhooks${path}`;
  return fetch(url, request).then(
    (answer) => answer.json().catch(() => null),
    () => null,
  );
}
