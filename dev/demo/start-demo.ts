import { type Stack, type StackOptions, startStack } from "../stack/start-stack";
import { fillDemo } from "./fill-demo";
import { demoPassword, demoPeople } from "./people";
import { keepVisiting } from "./traffic";

/**
 * The demo sets the X-Forwarded-For header of its made-up visitors, so it counts as a trusted
 * proxy.
 */
const LOOPBACK = "127.0.0.0/8,::1/128";

/**
 * Starts the stack and fills it with two accounts, campaigns, links, and visitors who arrive until
 * it is stopped.
 */
export async function startDemo(options: StackOptions): Promise<Stack> {
  const { env } = options;
  const stack = await startStack({ ...options, env: { ...env, ...chooseSettings(env) } });
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

/**
 * Returns the demo's defaults for settings that are empty: withdrawals are paid at once, without
 * hold or review.
 */
function chooseSettings(env: StackOptions["env"]): StackOptions["env"] {
  return {
    TRUSTED_PROXIES: env.TRUSTED_PROXIES || LOOPBACK,
    DEPOSIT_HOLD_HOURS: env.DEPOSIT_HOLD_HOURS || "0",
    WITHDRAWAL_REVIEW: env.WITHDRAWAL_REVIEW || "off",
    UNPROVED_PAYOUT_DOLLARS: env.UNPROVED_PAYOUT_DOLLARS || "0",
  };
}
