import { Text } from "ink";
import { fitTo } from "../../output/fit-to";
import { printable } from "../../output/printable";
import { type CommandDialog, commandNames } from "./command-dialog";
import { completeFilter } from "./filter-text";
import { splitFilter } from "./filter-words";
import type { NameDialog } from "./saved-dialog";
import { type FilterDialog, knownNames, type State } from "./state";

/** The last message or the filter input, and the available keys. */
export function Footer({ state }: { state: State }) {
  const { dialog, size } = state;
  const { columns } = size;
  const isTyping =
    dialog?.kind === "filter" || dialog?.kind === "name" || dialog?.kind === "command";
  return (
    <>
      {isTyping ? <TypedLine dialog={dialog} /> : <MessageLine state={state} />}
      {isTyping && dialog.error ? (
        <Text color="red" wrap="truncate">
          {printable(dialog.error)}
        </Text>
      ) : (
        <Text dimColor wrap="truncate">
          {fitTo(describeKeys(state), columns)}
        </Text>
      )}
    </>
  );
}

type Typed = FilterDialog | NameDialog | CommandDialog;

const prompts = { filter: "/ ", name: "Name of this filter: ", command: ": " } as const;

function TypedLine({ dialog }: { dialog: Typed }) {
  return (
    <Text wrap="truncate-start">
      <Text color="cyan">{prompts[dialog.kind]}</Text>
      {printable(dialog.kind === "name" ? dialog.name : dialog.text)}
      <Text inverse> </Text>
    </Text>
  );
}

const colours = { good: "green", bad: "red", faint: "gray" } as const;

function MessageLine({ state: { message, size } }: { state: State }) {
  if (!message) return <Text> </Text>;
  return (
    <Text color={colours[message.tone]} wrap="truncate">
      {fitTo(message.text, size.columns)}
    </Text>
  );
}

function describeKeys(state: State): string {
  const { dialog, groups, ranks, focus, marks } = state;
  if (dialog?.kind === "filter") return describeCompletions(state, dialog);
  if (dialog?.kind === "command") return `enter  tab complete  esc cancel  ${commandNames}`;
  if (dialog?.kind === "name") return "enter save  esc cancel";
  if (dialog?.kind === "saved") return "1-9 or enter apply  ↑↓ move  d delete  esc close";
  if (dialog?.kind === "timeline")
    return "←→ move  PgUp PgDn  + minutes  - days  enter show clicks  R reload  any other key closes";
  if (dialog?.kind === "act") return actKeys[dialog.stage];
  if (marks.rows.size > 0)
    return "space mark  V range  A all  esc unmark  a approve  x reject  r reverse  l s n  ? help";
  if (focus === "detail")
    return "↑↓ scroll  tab list  a approve  x reject  r reverse  ? help  q quit";
  if (ranks) return "↑↓ move  enter clicks  S sort  t related  4 suspects 5 /24 6 /48 7 AS  ? help";
  if (groups) return "↑↓ move  enter show clicks  1 clicks 2 links 3 addresses  / filter  ? help";
  return "↑↓ move  tab detail  / filter  2 links 4 suspects  a approve  x reject  ? help";
}

const actKeys = {
  asking: "enter preview  tab other field  esc cancel",
  checking: "checking what it will change …  esc cancel",
  confirming: "y apply  n cancel",
  doing: "applying …",
  reporting: "any key closes",
};

function describeCompletions(state: State, { typed }: FilterDialog): string {
  const next = completeFilter(typed, knownNames(state)).map(
    (text) => splitFilter(text).at(-1)?.text ?? "",
  );
  return next.length > 0
    ? `tab ${next.join("  ")}`
    : "enter filter  esc cancel  empty: all flagged clicks";
}
