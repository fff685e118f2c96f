import type { Key as InkKey } from "ink";
import { expect, it } from "vitest";
import { readKeys } from "./state";

const plain: InkKey = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
};

it("keeps a tab, a backspace and a return that arrive together with text", () => {
  const keys = readKeys("si\tg\u007f\r", plain);
  expect(keys.map(({ name, text }) => name ?? text)).toEqual([
    "s",
    "i",
    "tab",
    "g",
    "backspace",
    "enter",
  ]);
});
