/** The upper limit: a server that always returns the same redirect. */
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
