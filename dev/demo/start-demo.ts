import { type Stack, type StackOptions, startStack } from "../stack/start-stack";
import { fillDemo } from "./fill-demo";
import { demoPassword, demoPeople } from "./people";
import { keepVisiting } from "./traffic";

/** The proxy in front of the demo is the demo: it says which address a made-up visitor comes from. */
const LOOPBACK = "127.0.0.0/8,::1/128";

/** The whole stack with two accounts, campaigns, links, and visitors who come until it is stopped. */
export async function startDemo(options: StackOptions): Promise<Stack> {
  const { env } = options;
  const trusted = { ...env, TRUSTED_PROXIES: env.TRUSTED_PROXIES || LOOPBACK };
  const stack = await startStack({ ...options, env: trusted });
  const leaving = new AbortController();
  try {
    const demo = await fillDemo(stack.url, !env.STRIPE_SECRET_KEY);
    options.say(`Demo      ${demo.isNew ? "filled through the API" : "as it was"}; sign in as`);
    for (const { email } of Object.values(demoPeople)) {
      options.say(`            ${email}  with the password  ${demoPassword}`);
    }
    const visiting = keepVisiting(demo, leaving.signal);
    return {
      url: stack.url,
      stop: async () => {
        leaving.abort();
        await visiting;
        await stack.stop();
      },
    };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}
