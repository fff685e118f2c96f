import { type Client, createClient } from "@fairclick/api/client";
import { read } from "./answer";
import { type DemoPerson, demoPassword } from "./people";

/** A client of the API that acts as this person, whose account is opened the first time. */
export async function signIn(origin: string, { email, username }: DemoPerson): Promise<Client> {
  const { auth } = createClient(origin).api;
  const json = { email, username, password: demoPassword };
  const known = await auth.login.$post({ json });
  const { data } = await read(known.ok ? known : await auth.register.$post({ json }));
  return createClient(origin, { token: () => data.token });
}
