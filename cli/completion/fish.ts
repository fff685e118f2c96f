import type { Place, Word } from "./list-words";

/** fish runs it when it completes. */
const PROFILES = "(string split ' ' (fairclick completion profiles 2>/dev/null))";

export function toFish(places: readonly Place[]): string {
  const known = places.flatMap(({ at }) => (at === "" ? [] : [`'${at}'`]));
  const lines = places.flatMap(({ at, words, options }) =>
    words.map((word) => {
      const valued = options.find(({ names }) => names.includes(word.word));
      if (word.word === "--profile") return `${toLine(at, word)} -x -a ${quote(PROFILES)}`;
      return toLine(at, word) + (valued ? ` -x -a ${quote(valued.values.join(" "))}` : "");
    }),
  );
  return `function __fairclick_at
  set -l at ''
  for word in (commandline -opc)[2..]
    set -l next (string trim "$at $word")
    contains -- $next ${known.join(" ")}; and set at $next
  end
  test "$at" = "$argv[1]"
end
complete -c fairclick -f
${lines.join("\n")}`;
}

function toLine(at: string, { word, about }: Word): string {
  const offered = word.startsWith("--") ? `-l ${word.slice(2)}` : `-a ${quote(word)}`;
  const described = about ? ` -d ${quote(about)}` : "";
  return `complete -c fairclick -n "__fairclick_at '${at}'" ${offered}${described}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
