const macro = /(?:\{|%7b)click_id(?:\}|%7d)/gi;

/**
 * Turns a game's URL into the place a visitor is sent to, with the click's id handed over: where the
 * developer put `{click_id}`; else as `launchData=fc_<id>` to a Roblox game, which receives it; else
 * as `fc_click=<id>`. Everything else of the URL stays as it is. The work is done here, once a URL:
 * what is returned only joins strings.
 */
export function compileDestination(gameUrl: string): (clickId: string) => string {
  const url = new URL(gameUrl);
  const parts = url.href.split(macro);
  if (parts.length > 1) return (clickId) => parts.join(clickId);
  const parameter =
    isRoblox(url) && !url.searchParams.has("launchData")
      ? { name: "launchData", prefix: "fc_" }
      : { name: "fc_click", prefix: "" };
  const [before, after] = cutForParameter(url, parameter.name);
  const start = `${before}${parameter.name}=${parameter.prefix}`;
  return (clickId) => `${start}${clickId}${after}`;
}

function isRoblox({ hostname }: URL): boolean {
  return hostname === "roblox.com" || hostname.endsWith(".roblox.com");
}

/** The URL up to where the parameter is written, and what follows: a value of the same name gives way. */
function cutForParameter({ href }: URL, name: string): [string, string] {
  const [place, hash] = cutAt(href, "#");
  const [base, search] = cutAt(place, "?");
  const kept = search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && pair !== name && !pair.startsWith(`${name}=`));
  return [`${base}?${kept.map((pair) => `${pair}&`).join("")}`, hash];
}

function cutAt(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index)];
}
