import { editText, type Key } from "./keys";

/** What an operator types after `:`. */
export type CommandDialog = { kind: "command"; text: string; error: string | null };

/** The key that each command stands for. If several begin with the typed text, the first is meant. */
const commands = new Map([
  ["clicks", "1"],
  ["links", "2"],
  ["addresses", "3"],
  ["suspects", "4"],
  ["/24", "5"],
  ["/48", "6"],
  ["as", "7"],
  ["devices", "8"],
  ["agents", "9"],
  ["saved", "f"],
  ["related", "t"],
  ["timeline", "T"],
  ["reload", "R"],
  ["undo", "u"],
  ["help", "?"],
  ["quit", "q"],
]);

export const commandNames = [...commands.keys()].join(" ");

export function openCommand(): CommandDialog {
  return { kind: "command", text: "", error: null };
}

/** Returns the dialog after a key press, the key of the typed command, or null if the dialog closes. */
export function pressInCommand(
  dialog: CommandDialog,
  key: Key,
): CommandDialog | { key: string } | null {
  const { text } = dialog;
  if (key.name === "escape" || (key.name === "backspace" && text === "")) return null;
  if (key.name === "tab") return { ...dialog, text: findCommand(text) ?? text, error: null };
  if (key.name !== "enter") return { ...dialog, text: editText(text, key), error: null };
  if (text.trim() === "") return null;
  const command = findCommand(text);
  const listKey = command === null ? undefined : commands.get(command);
  return listKey === undefined ? { ...dialog, error: explain(text) } : { key: listKey };
}

/** Finds a command by its name or beginning. */
function findCommand(text: string): string | null {
  const typed = text.trim().toLowerCase();
  if (typed === "") return null;
  return [...commands.keys()].find((name) => name.startsWith(typed)) ?? null;
}

function explain(text: string): string {
  if (text.trim() === "todo") return "fairclick todo is a screen of its own: :quit, then run it";
  return `No command ${text.trim()}. There are: ${commandNames}`;
}
