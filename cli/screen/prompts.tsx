import { render, Text, useAnimation, useApp, useInput, usePaste } from "ink";
import { type ReactElement, useState } from "react";
import { printable } from "../frame/output";

type Props = { question: string; onAnswer: (agreed: boolean) => void };

/** A yes/no question. Only `y` means yes; Return means no. */
export function ConfirmPrompt({ question, onAnswer }: Props) {
  const { exit } = useApp();
  const finish = (agreed: boolean) => {
    onAnswer(agreed);
    exit();
  };
  useInput((input, key) => {
    if (input.toLowerCase() === "y") finish(true);
    else if (key.return || key.escape || key.ctrl || input.toLowerCase() === "n") finish(false);
  });
  return (
    <Text>
      {printable(question)} <Text dimColor>[y/N]</Text>
    </Text>
  );
}

type Streams = { stdin: NodeJS.ReadStream; screen: NodeJS.WriteStream };

/** Shows a prompt until it is answered. Returns the answer, or `otherwise` if the program ends before. */
async function ask<Answer>(
  { stdin, screen }: Streams,
  otherwise: Answer,
  show: (onAnswer: (answer: Answer) => void) => ReactElement,
): Promise<Answer> {
  let given = otherwise;
  const prompt = show((answer) => {
    given = answer;
  });
  const app = render(prompt, { stdin, stdout: screen, exitOnCtrlC: false, patchConsole: false });
  await app.waitUntilExit();
  return given;
}

/** Returns true if the person presses `y`. */
export function promptConfirmation(question: string, streams: Streams): Promise<boolean> {
  return ask(streams, false, (onAnswer) => (
    <ConfirmPrompt question={question} onAnswer={onAnswer} />
  ));
}

type SecretProps = { question: string; onAnswer: (secret: string | null) => void };

export function SecretPrompt({ question, onAnswer }: SecretProps) {
  const [secret, setSecret] = useState("");
  const { exit } = useApp();
  const finish = (answer: string | null) => {
    onAnswer(answer);
    exit();
  };
  usePaste((text) => setSecret((before) => before + text.replace(/\s/g, "")));
  useInput((input, key) => {
    if (key.return) finish(secret);
    else if (key.escape || (key.ctrl && (input === "c" || input === "d"))) finish(null);
    else if (key.backspace || key.delete) setSecret((before) => before.slice(0, -1));
    else if (!key.ctrl && !key.meta) setSecret((before) => before + input);
  });
  return (
    <Text>
      {printable(question)}: <Text dimColor>{"•".repeat(secret.length)}</Text>
    </Text>
  );
}

/** Returns the typed secret, or null if the person cancels. */
export function promptSecret(question: string, streams: Streams): Promise<string | null> {
  return ask<string | null>(streams, null, (onAnswer) => (
    <SecretPrompt question={question} onAnswer={onAnswer} />
  ));
}

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
