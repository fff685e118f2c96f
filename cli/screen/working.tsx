import { render, Text, useAnimation } from "ink";
import { printable } from "../frame/output";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

export function Working({ label }: { label: string }) {
  const { frame, time } = useAnimation({ interval: 80 });
  return (
    <Text>
      <Text color="cyan">{FRAMES[frame % FRAMES.length]}</Text> {printable(label)}{" "}
      <Text dimColor>{Math.floor(time / 1_000)} s</Text>
    </Text>
  );
}

/** Shows a spinner. Returns the function that removes it. */
export function showWorking(label: string, screen: NodeJS.WriteStream): () => Promise<void> {
  const app = render(<Working label={label} />, { stdout: screen, patchConsole: false });
  return async () => {
    app.clear();
    app.unmount();
    await app.waitUntilExit();
  };
}
