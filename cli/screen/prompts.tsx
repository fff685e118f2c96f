import { render, Text, useApp, useInput, usePaste } from "ink";
import { useState } from "react";
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

/** Returns true if the person presses `y`. */
export async function promptConfirmation(
  question: string,
  { stdin, screen }: Streams,
): Promise<boolean> {
  let agreed = false;
  const prompt = (
    <ConfirmPrompt
      question={question}
      onAnswer={(answer) => {
        agreed = answer;
      }}
    />
  );
  const app = render(prompt, { stdin, stdout: screen, exitOnCtrlC: false, patchConsole: false });
  await app.waitUntilExit();
  return agreed;
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
export async function promptSecret(
  question: string,
  { stdin, screen }: Streams,
): Promise<string | null> {
  let secret: string | null = null;
  const prompt = (
    <SecretPrompt
      question={question}
      onAnswer={(answer) => {
        secret = answer;
      }}
    />
  );
  const app = render(prompt, { stdin, stdout: screen, exitOnCtrlC: false, patchConsole: false });
  await app.waitUntilExit();
  return secret;
}
