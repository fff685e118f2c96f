import { demoPassword, demoPeople } from "@fairclick/dev/demo/people";
import { call } from "../spec/market";
import { type Stack, startStack } from "../stack";
import type { Market, Viewer } from "./screen";

export type Tokens = Record<Viewer, string | null>;

export type Demo = { stack: Stack; tokens: Tokens; market: Market };

/** Starts the demo, signs its people in beside a new account, and names two of its campaigns. */
export async function openDemo(): Promise<Demo> {
  const stack = await startStack({ command: "demo", env: { CLICK_WINDOW_SECONDS: "5" } });
  const tokens = await signIn(stack);
  return { stack, tokens, market: await readMarket(stack, tokens) };
}

async function signIn(at: Stack): Promise<Tokens> {
  const logIn = async (email: string) => {
    const { data } = await call<{ data: { token: string } }>(at, ["POST", "/api/auth/login"], {
      json: { email, password: demoPassword },
    });
    return data.token;
  };
  const { data } = await call<{ data: { token: string } }>(at, ["POST", "/api/auth/register"], {
    json: {
      username: "Nia New",
      email: "new@example.com",
      password: demoPassword,
      termsVersion: 1,
    },
  });
  return {
    stranger: null,
    newcomer: data.token,
    developer: await logIn(demoPeople.developer.email),
    creator: await logIn(demoPeople.creator.email),
  };
}

async function readMarket(at: Stack, { creator, newcomer }: Tokens): Promise<Market> {
  type Campaigns = { data: { _id: string }[] };
  const as = (token: string | null) => (token ? { token } : {});
  const joined = await call<Campaigns>(at, ["GET", "/api/campaigns/joined"], as(creator));
  const joinable = await call<Campaigns>(at, ["GET", "/api/campaigns"], as(newcomer));
  const campaign = joined.data[0]?._id ?? "";
  return { campaign, joinable: joinable.data[0]?._id ?? "" };
}
