import { render } from "ink-testing-library";
import { describe, expect, it } from "vitest";
import { SecretPrompt } from "./prompts";

/** Presses each key once the frame before it is shown. */
async function ask(steps: [frame: string, key: string][]) {
  const answers: (string | null)[] = [];
  const app = render(<SecretPrompt question="Token" onAnswer={(answer) => answers.push(answer)} />);
  for (const [frame, key] of steps) {
    await expect.poll(app.lastFrame).toBe(frame);
    app.stdin.write(key);
  }
  await expect.poll(() => answers).toHaveLength(1);
  app.unmount();
  return answers;
}

describe("SecretPrompt", () => {
  it("never shows the typed text", async () => {
    const answers = await ask([
      ["Token:", "h"],
      ["Token: •", "us"],
      ["Token: •••", "h"],
      ["Token: ••••", "\r"],
    ]);
    expect(answers).toEqual(["hush"]);
  });

  it("accepts pasted text without its line break, and corrections", async () => {
    const answers = await ask([
      ["Token:", "\u001b[200~hus\n\u001b[201~"],
      ["Token: •••", "x"],
      ["Token: ••••", "\u007f"],
      ["Token: •••", "h"],
      ["Token: ••••", "\r"],
    ]);
    expect(answers).toEqual(["hush"]);
  });

  it.each([
    ["escape", "\u001b"],
    ["Ctrl-C", "\u0003"],
    ["Ctrl-D", "\u0004"],
  ])("cancels on %s", async (_, key) => {
    const answers = await ask([
      ["Token:", "h"],
      ["Token: •", key],
    ]);
    expect(answers).toEqual([null]);
  });
});
