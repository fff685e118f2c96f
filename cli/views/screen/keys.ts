import type { Key as InkKey } from "ink";

/** A key that was pressed: a name, or the text that it types. */
export type Key = { name: KeyName | null; text: string };

type KeyName =
  | "up"
  | "down"
  | "left"
  | "right"
  | "pageUp"
  | "pageDown"
  | "home"
  | "end"
  | "enter"
  | "escape"
  | "tab"
  | "backspace"
  | "interrupt"
  | "clearLine"
  | "clearWord";

/** Returns the pressed keys. Ink may report keys that are pressed fast as one text. */
export function readKeys(input: string, key: InkKey): Key[] {
  const name = keyName(input, key);
  if (name) return [{ name, text: "" }];
  if (key.ctrl || key.meta) return [];
  return [...input].map((text) => {
    const named = namesWithinText.get(text);
    return named ? { name: named, text: "" } : { name: null, text };
  });
}

const namesWithinText = new Map<string, KeyName>([
  ["\r", "enter"],
  ["\n", "enter"],
  ["\t", "tab"],
  ["\u007f", "backspace"],
  ["\b", "backspace"],
]);

function keyName(input: string, key: InkKey): KeyName | null {
  if (key.ctrl && input === "c") return "interrupt";
  if (key.ctrl && input === "u") return "clearLine";
  if (key.ctrl && input === "w") return "clearWord";
  if (key.upArrow) return "up";
  if (key.downArrow) return "down";
  if (key.leftArrow) return "left";
  if (key.rightArrow) return "right";
  if (key.pageUp) return "pageUp";
  if (key.pageDown) return "pageDown";
  if (key.home) return "home";
  if (key.end) return "end";
  if (key.return) return "enter";
  if (key.escape) return "escape";
  if (key.tab) return "tab";
  return key.backspace || key.delete ? "backspace" : null;
}

/** Returns the text after a key press. */
export function editText(text: string, { name, text: typed }: Key): string {
  if (name === "backspace") return [...text].slice(0, -1).join("");
  if (name === "clearLine") return "";
  if (name === "clearWord") return text.replace(/\S+\s*$/, "");
  return text + typed.replace(/\p{Cc}/gu, "");
}
