import { Text } from "ink";
import { fitTo } from "../../output/fit-to";
import { completeFilter } from "./filter-text";
import { type FilterDialog, knownNames, type State } from "./state";

/** What was said last, or what is being typed, and which keys there are. */
export function Footer({ state }: { state: State }) {
  const { columns } = state.size;
  return (
    <>
      {state.dialog?.kind === "filter" ? (
        <FilterLine dialog={state.dialog} />
      ) : (
        <MessageLine state={state} />
      )}
      {state.dialog?.kind === "filter" && state.dialog.error ? (
        <Text color="red" wrap="truncate">
          {state.dialog.error}
        </Text>
      ) : (
        <Text dimColor wrap="truncate">
          {fitTo(keysOf(state), columns)}
        </Text>
      )}
    </>
  );
}

function FilterLine({ dialog }: { dialog: FilterDialog }) {
  return (
    <Text wrap="truncate-start">
      <Text color="cyan">/ </Text>
      {dialog.text}
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

function keysOf(state: State): string {
  const { dialog, groups, focus } = state;
  if (dialog?.kind === "filter") return completionsOf(state, dialog);
  if (dialog?.kind === "act") return keysOfAct[dialog.stage];
  if (focus === "detail")
    return "↑↓ scroll  tab list  a approve  x reject  r take back  ? help  q quit";
  if (groups) return "↑↓ move  enter its clicks  1 clicks 2 links 3 addresses  / filter  ? help";
  return "↑↓ move  tab detail  / filter  2 links  a approve  x reject  ? help  q quit";
}

const keysOfAct = {
  asking: "enter see what it will change  tab other field  esc leave it",
  checking: "looking at what it will change …  esc leave it",
  confirming: "y do it  n leave it",
  doing: "doing it …",
};

function completionsOf(state: State, { typed }: FilterDialog): string {
  const next = completeFilter(typed, knownNames(state)).map(
    (text) => /\S*"[^"]*"?$|\S*$/.exec(text)?.[0] ?? "",
  );
  return next.length > 0
    ? `tab ${next.join("  ")}`
    : "enter filter  esc leave it  nothing typed: all that is flagged";
}
