/** The limit: what Bun serves when it does nothing but answer. */
const server = Bun.serve({
  port: Number(process.argv[2]),
  development: false,
  fetch: () =>
    new Response(null, {
      status: 302,
      headers: { location: "https://game.example/play", "cache-control": "no-store" },
    }),
});
console.log(server.port);
