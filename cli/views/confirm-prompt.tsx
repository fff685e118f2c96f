import { render, Text, useApp, useInput } from "ink";
import { printable } from "../output/printable";

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
