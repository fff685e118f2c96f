import { setTimeout as sleep } from "node:timers/promises";
import { render } from "ink-testing-library";
import { describe, expect, it } from "vitest";
import { SecretPrompt } from "./secret-prompt";

async function ask(keys: string[]) {
  const answers: (string | null)[] = [];
  const app = render(<SecretPrompt question="Token" onAnswer={(answer) => answers.push(answer)} />);
  const frames: string[] = [];
  for (const key of keys) {
    await sleep(30);
    frames.push(app.lastFrame() ?? "");
    app.stdin.write(key);
  }
  await sleep(30);
  app.unmount();
  return { answers, frames };
}

describe("SecretPrompt", () => {
  it("never shows what is typed", async () => {
    const { answers, frames } = await ask(["h", "us", "h", "\r"]);
    expect(answers).toEqual(["hush"]);
    expect(frames).toEqual(["Token:", "Token: •", "Token: •••", "Token: ••••"]);
  });

  it("takes a paste without the line's end, and corrections", async () => {
    const { answers } = await ask(["\u001b[200~hus\n\u001b[201~", "x", "\u007f", "h", "\r"]);
    expect(answers).toEqual(["hush"]);
  });

  it.each([
    ["escape", "\u001b"],
    ["Ctrl-C", "\u0003"],
    ["Ctrl-D", "\u0004"],
  ])("gives up on %s", async (_, key) => {
    const { answers } = await ask(["h", key]);
    expect(answers).toEqual([null]);
  });
});
