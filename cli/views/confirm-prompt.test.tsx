import { setTimeout as sleep } from "node:timers/promises";
import { render } from "ink-testing-library";
import { expect, it } from "vitest";
import { ConfirmPrompt } from "./confirm-prompt";

it.each([
  ["y", [true]],
  ["Y", [true]],
  ["n", [false]],
  ["return", [false]],
  ["escape", [false]],
  ["Ctrl-C", [false]],
  ["x", []],
])("%s answers %j", async (name, expected) => {
  const keys: Record<string, string> = { return: "\r", escape: "\u001b", "Ctrl-C": "\u0003" };
  const answers: boolean[] = [];
  const app = render(<ConfirmPrompt question="Sure?" onAnswer={(said) => answers.push(said)} />);
  await sleep(30);
  expect(app.lastFrame()).toBe("Sure? [y/N]");
  app.stdin.write(keys[name] ?? name);
  await sleep(60);
  app.unmount();
  expect(answers).toEqual(expected);
});
