const withValue = ["--api", "--profile", "-o", "--output"];
const alone = ["--json"];

/**
 * Moves options that every command accepts from before the command to its end, so that
 * `fairclick --api X links list` works, and turns `version` into `--version`.
 */
export function moveCommonOptions(args: readonly string[]): string[] {
  const moved: string[] = [];
  let index = 0;
  for (; index < args.length; index += 1) {
    const word = args[index] ?? "";
    if (alone.includes(word) || withValue.some((name) => word.startsWith(`${name}=`))) {
      moved.push(word);
    } else if (withValue.includes(word)) {
      moved.push(word, ...args.slice(index + 1, index + 2));
      index += 1;
    } else break;
  }
  const rest = args.slice(index);
  if (rest.length === 1 && rest[0] === "version") return ["--version"];
  const end = rest.indexOf("--");
  const place = end === -1 ? rest.length : end;
  return [...rest.slice(0, place), ...moved, ...rest.slice(place)];
}
