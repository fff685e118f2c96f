import { render } from "ink-testing-library";
import { expect, it } from "vitest";
import { ConfirmPrompt } from "./prompts";

it.each([
  ["y", [true]],
  ["Y", [true]],
  ["n", [false]],
  ["return", [false]],
  ["escape", [false]],
  ["Ctrl-C", [false]],
])("%s answers %j", async (name, expected) => {
  const keys: Record<string, string> = { return: "\r", escape: "\u001b", "Ctrl-C": "\u0003" };
  const answers: boolean[] = [];
  const app = render(<ConfirmPrompt question="Sure?" onAnswer={(said) => answers.push(said)} />);
  await expect.poll(app.lastFrame).toBe("Sure? [y/N]");
  app.stdin.write(keys[name] ?? name);
  await expect.poll(() => answers).toEqual(expected);
  app.unmount();
});

it("x answers nothing", async () => {
  const answers: boolean[] = [];
  const app = render(<ConfirmPrompt question="Sure?" onAnswer={(said) => answers.push(said)} />);
  await expect.poll(app.lastFrame).toBe("Sure? [y/N]");
  app.stdin.write("x");
  app.stdin.write("y");
  await expect.poll(() => answers).toEqual([true]);
  app.unmount();
});
