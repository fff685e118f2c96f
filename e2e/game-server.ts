export type GameServer = {
  url: string;
  /**
   * The game's URL as its developer enters it. The test browsers resolve its host to this machine.
   */
  gameUrl: string;
  /** The conversion key in its developer's settings. */
  key: string;
  /** The banner's HTML on a creator's page. */
  embed: string;
  /** The results of its reports. */
  results: string[];
  stop: () => Promise<void>;
};

const TRIES = 20;

const GAME_HOST = "tower.game.example.com";
/** A browser argument that resolves the game's host to this machine. */
export const reachGame = `--host-resolver-rules=MAP ${GAME_HOST} 127.0.0.1`;

/**
 * Starts other people's servers: a creator's page with a banner, and a game that reports who
 * arrives.
 */
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
