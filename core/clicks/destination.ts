const macro = /(?:\{|%7b)click_id(?:\}|%7d)/gi;

/**
 * Returns a function that adds a click id to a game's URL: in place of `{click_id}` if the
 * developer wrote it; else as `launchData=fc_<id>` for a Roblox game, which receives it; else as
 * `fc_click=<id>`. The rest of the URL is unchanged. The URL is parsed once here; the returned
 * function only joins strings.
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

/** Splits the URL where the parameter belongs, and removes an existing parameter of that name. */
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
