import { type Client, createClient } from "@fairclick/api/client";
import { TERMS_VERSION } from "@fairclick/core/accounts/agreement";
import { type DemoPerson, demoPassword } from "./people";
import { readBody } from "./read-body";

/** Returns an API client signed in as this person. Registers the account if it does not exist. */
export async function signIn(origin: string, { email, username }: DemoPerson): Promise<Client> {
  const { auth } = createClient(origin).api;
  const agreement = { termsVersion: TERMS_VERSION };
  const json = { email, username, password: demoPassword, ...agreement };
  const known = await auth.login.$post({ json });
  const { data } = await readBody(known.ok ? known : await auth.register.$post({ json }));
  if (!("token" in data)) throw new Error(`${email} has an authenticator app`);
  return createClient(origin, { token: () => data.token });
}
