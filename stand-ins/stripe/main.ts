import { createStripeStandIn } from "./stand-in";

const { env } = process;

const standIn = await createStripeStandIn({
  port: Number(env.PORT ?? 0),
  ...(env.DATA_DIR && { dataFolder: env.DATA_DIR }),
  ...(env.SECRET_KEY && { secretKey: env.SECRET_KEY }),
  ...(env.PUBLISHABLE_KEY && { publishableKey: env.PUBLISHABLE_KEY }),
  ...(env.PUBLIC_URL && { publicUrl: env.PUBLIC_URL }),
  webhook: readWebhook(),
});

console.log(JSON.stringify({ listening: standIn.port }));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await standIn.stop();
    process.exit(0);
  });
}

function readWebhook() {
  const { WEBHOOK_URL: url, WEBHOOK_SECRET: secret, CONNECT_WEBHOOK_SECRET: connect } = env;
  return url && secret ? { url, secret, connectSecret: connect ?? secret } : null;
}
