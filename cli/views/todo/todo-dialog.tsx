import { Box, Text } from "ink";
import { printable } from "../../output/printable";
import { kindNames } from "./todo-acts";
import type { ActDialog, ShowDialog, TodoState } from "./todo-state";

/** What is shown in place of the detail, or of the whole list. */
export function TodoDialog({ state, rows }: { state: TodoState; rows: number }) {
  const { dialog } = state;
  if (dialog?.kind === "act") return <Act dialog={dialog} rows={rows} />;
  if (dialog?.kind === "show") return <Show dialog={dialog} rows={rows} />;
  return <Help rows={rows} />;
}

function Act({ dialog, rows }: { dialog: ActDialog; rows: number }) {
  const { item, act, text, stage, lines, isError } = dialog;
  const room = rows - 3;
  return (
    <>
      <Text bold color="cyan" wrap="truncate">
        {printable(`${kindNames[item.kind]} of ${item.who ?? item.id}: ${act.label}`)}
      </Text>
      <Text wrap="truncate-start">
        <Text dimColor={stage !== "asking"}>{act.prompt}: </Text>
        {printable(text)}
        {stage === "asking" ? <Text inverse> </Text> : null}
      </Text>
      {lines.slice(0, room).map((line, index) => (
        <Text
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one output never move
          key={index}
          {...(isError ? { color: "red" } : {})}
          wrap="truncate"
        >
          {printable(line)}
        </Text>
      ))}
      {stage === "confirming" ? <Text bold>Apply? [y/n]</Text> : null}
      {stage === "checking" ? <Text dimColor>Checking what it will change …</Text> : null}
      {stage === "doing" ? <Text dimColor>Applying …</Text> : null}
    </>
  );
}

function Show({ dialog, rows }: { dialog: ShowDialog; rows: number }) {
  const { command, lines, top } = dialog;
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      <Text bold wrap="truncate">
        fairclick {printable(command.join(" "))}
      </Text>
      {lines === null ? <Text dimColor>Reading …</Text> : null}
      {(lines ?? []).slice(top, top + rows - 1).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one output never move
        <Text key={index} wrap="truncate">
          {printable(line) || " "}
        </Text>
      ))}
    </Box>
  );
}

const help = [
  "↑ ↓ j k      move           PgUp PgDn  ten lines      Home End  first, last",
  "enter        show the selected item",
  "a            decide for the person: approve, release, accept, answer, retry",
  "x            decide against: reject, decline, confirm the report, close, cancel",
  "s            sort by age or by money",
  "tab ← →      only one kind of items          esc  all kinds",
  "g            read the list again",
  "q            quit",
  "",
  "! marks what has waited for too long. Each act asks for a reason, shows what it will",
  "change and asks before it does. The same command lines work without this screen.",
];

function Help({ rows }: { rows: number }) {
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      {help.map((line) => (
        <Text key={line} wrap="truncate">
          {line || " "}
        </Text>
      ))}
      <Text dimColor>Any key closes this.</Text>
    </Box>
  );
}
