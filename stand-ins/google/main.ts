import { createGoogleStandIn } from "./stand-in";

const { port, authorizationUrl, tokenUrl, stop } = await createGoogleStandIn({
  port: Number(process.env.PORT ?? 0),
});

console.log(JSON.stringify({ listening: port, authorizationUrl, tokenUrl }));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await stop();
    process.exit(0);
  });
}
