import { createMailStandIn } from "./stand-in";

const { smtpPort, pagePort, stop } = await createMailStandIn({
  pagePort: Number(process.env.PORT ?? 0),
  smtpPort: Number(process.env.SMTP_PORT ?? 0),
});

console.log(JSON.stringify({ listening: pagePort, smtpPort }));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await stop();
    process.exit(0);
  });
}
