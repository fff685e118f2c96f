export type GameServer = {
  url: string;
  /** The game's address as its developer gives it: browsers of these tests find it on this machine. */
  gameUrl: string;
  /** What its developer has put into its settings. */
  key: string;
  /** What a creator has put on a page. */
  embed: string;
  /** What its reports came to. */
  results: string[];
  stop: () => Promise<void>;
};

const TRIES = 20;

const GAME_HOST = "tower.game.example.com";
/** What a browser has to be started with to reach the game. */
export const reachGame = `--host-resolver-rules=MAP ${GAME_HOST} 127.0.0.1`;

/** Somebody else's servers: a creator's page with a banner, and a game that reports who arrives. */
export function startGameServer(appUrl: string): GameServer {
  const report = async (clickId: string) => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const answer = await fetch(`${appUrl}/api/conversions`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${game.key}` },
        body: JSON.stringify({ clickId, event: "joined" }),
      });
      const { results } = (await answer.json()) as { results: Result[] };
      game.results.push(...results.map(({ status, reason }) => reason ?? status));
      if (results[0]?.reason !== "unknown_click") return;
      await Bun.sleep(500);
    }
  };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === "/blog") return page(game.embed);
      const clickId = searchParams.get("fc_click");
      if (pathname !== "/play" || !clickId) return new Response(null, { status: 404 });
      void report(clickId);
      return page("You are in the game");
    },
  });
  const game: GameServer = {
    url: `http://127.0.0.1:${server.port}`,
    gameUrl: `http://${GAME_HOST}:${server.port}/play`,
    key: "",
    embed: "",
    results: [],
    stop: () => server.stop(true),
  };
  return game;
}

type Result = { status: string; reason: string | null };

function page(body: string): Response {
  return new Response(`<!doctype html><title>Elsewhere</title><body>${body}</body>`, {
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}
