import { chmodSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeTempFolder } from "../testing/temp-folder";
import { editText, findEditor } from "./edit-text";

const folder = makeTempFolder();
const script = (name: string, body: string) => {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o700);
  return path;
};

it("prefers VISUAL to EDITOR, and falls back to vi", () => {
  expect(findEditor({ VISUAL: "code --wait", EDITOR: "nano" })).toBe("code --wait");
  expect(findEditor({ VISUAL: "", EDITOR: "nano" })).toBe("nano");
  expect(findEditor({})).toBe("vi");
});

it("returns what the editor saved, and leaves no file that others may read", () => {
  const seen = join(folder, "seen");
  const editor = script("good", `stat -c %a "$2" > ${seen}; echo "$1" >> "$2"`);
  expect(editText("one\n", `${editor} two`)).toBe("one\ntwo\n");
  expect(statSync(seen).size).toBe("600\n".length);
});

it.each([
  ["does not exist", "/nowhere/editor"],
  ["ends with an error", script("bad", "exit 3")],
])("changes nothing if the editor %s", (_name, editor) => {
  expect(() => editText("one", editor)).toThrow("Nothing was changed.");
});
