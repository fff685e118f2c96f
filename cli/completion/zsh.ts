import type { Place, Word } from "./list-words";

/** Returns the zsh script. `_describe` expects `word:description`. */
export function toZsh(places: readonly Place[]): string {
  const known = places.flatMap(({ at }) => (at === "" ? [] : [`"${at}"`]));
  const values = places.flatMap(({ at, options }) =>
    options.map(
      ({ names, values: words }) =>
        `    ${names.map((name) => `"${at} ${name}"`).join("|")}) list=(${words.map((word) => toItem({ word, about: "" }).trim()).join(" ")}) ;;`,
    ),
  );
  const cases = places.map(
    ({ at, words: list }) => `    "${at}") list=(\n${list.map(toItem).join("\n")}\n    ) ;;`,
  );
  return `#compdef fairclick
_fairclick() {
  local at="" word
  local -a list
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
      ${known.join("|")}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${values.join("\n")}
    *" --profile") list=(\${=$(\${words[1]} completion profiles 2>/dev/null)}) ;;
  esac
  (( \${#list} )) || case "$at" in
${cases.join("\n")}
  esac
  _describe 'fairclick' list
}
compdef _fairclick fairclick`;
}

function toItem({ word, about }: Word): string {
  const text = about ? `${word.replaceAll(":", "\\:")}:${about}` : word;
  return `      '${text.replaceAll("'", "'\\''")}'`;
}
