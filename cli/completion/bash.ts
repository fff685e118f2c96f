import type { Place } from "./list-words";

/**
 * Returns the bash script. It follows the typed words; a word that is not a command is an option or its
 * value.
 */
export function toBash(places: readonly Place[]): string {
  const known = places.flatMap(({ at }) => (at === "" ? [] : [`"${at}"`]));
  const values = places.flatMap(({ at, options }) =>
    options.map(
      ({ names, values: words }) =>
        `    ${names.map((name) => `"${at} ${name}"`).join("|")}) words="${words.join(" ")}" ;;`,
    ),
  );
  const cases = places.map(
    ({ at, words }) => `    "${at}") words="${words.map(({ word }) => word).join(" ")}" ;;`,
  );
  return `_fairclick() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${at:+$at }$word" in
      ${known.join("|")}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at \${COMP_WORDS[COMP_CWORD-1]}" in
${values.join("\n")}
    *" --profile") words="$("\${COMP_WORDS[0]}" completion profiles 2>/dev/null)" ;;
  esac
  [ -z "$words" ] && case "$at" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _fairclick fairclick`;
}
