import { setTimeout as sleep } from "node:timers/promises";
import { CliError } from "./frame/failures";
import type { Host, Terminal } from "./frame/host";
import { run } from "./program";

/** Work that ends sooner shows no spinner, to avoid flicker. */
const QUIET_MS = 250;

function createProcessHost(process: NodeJS.Process): Host {
  const { env, stdin, stdout, stderr } = process;
  // Ink paints with chalk, which knows only this variable.
  if (env.NO_COLOR) env.FORCE_COLOR = "0";
  const isWatched = [stdin, stdout, stderr].every((stream) => stream.isTTY);
  return {
    env,
    write: (text) => stdout.write(text),
    remark: (text) => stderr.write(text),
    readInput: (most) => readAll(stdin, most),
    onStop: (stop) => {
      for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
    },
    colours: stdout.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb",
    terminal: isWatched && !env.CI && env.TERM !== "dumb" ? createTerminal(stdin, stderr) : null,
  };
}

/** Loads Ink and React only when needed, for start-up time. Draws on standard error, so results stay clean. */
function createTerminal(stdin: NodeJS.ReadStream, screen: NodeJS.WriteStream): Terminal {
  return {
    whileWorking: async (label, work) => {
      const isQuick = await Promise.race([work.then(isDone, isDone), sleep(QUIET_MS, false)]);
      if (isQuick) return work;
      const { showWorking } = await import("./screen/prompts");
      const hide = showWorking(label, screen);
      return work.finally(hide);
    },
    promptSecret: async (question) => {
      const { promptSecret } = await import("./screen/prompts");
      return promptSecret(question, { stdin, screen });
    },
    confirm: async (question) => {
      const { promptConfirmation } = await import("./screen/prompts");
      return promptConfirmation(question, { stdin, screen });
    },
    showScreen: async (source) => {
      const { showScreen } = await import("./screen/screen-app");
      return showScreen(source, { stdin, screen });
    },
  };
}

function isDone(): boolean {
  return true;
}

async function readAll(stdin: NodeJS.ReadStream, most = Infinity): Promise<string> {
  stdin.setEncoding("utf8");
  let text = "";
  for await (const chunk of stdin) {
    text += chunk;
    if (text.length > most) {
      const message = `The input is longer than ${most} characters.`;
      throw new CliError("validation", message, "Nothing was read.");
    }
  }
  return text;
}

// EPIPE is no error: the reader, such as `head`, may close the pipe before the end.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : 1);
});

process.exitCode = await run(process.argv.slice(2), createProcessHost(process));
