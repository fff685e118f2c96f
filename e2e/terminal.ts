import { join } from "node:path";
import xterm from "@xterm/headless";

type Options = { args: string[]; columns: number; rows: number; env: Record<string, string> };

export type Person = ReturnType<typeof openTerminal>;

/** Runs the CLI in a pseudo terminal and reads what its screen shows. */
export function openTerminal({ args, columns, rows, env }: Options) {
  const screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const program = Bun.spawn([process.execPath, "run", "--silent", "fairclick", ...args], {
    cwd: join(import.meta.dirname, ".."),
    env: { PATH: process.env.PATH ?? "", HOME: env.DATA_DIR ?? "", TERM: "xterm-256color", ...env },
    terminal: { cols: columns, rows, data: (_, bytes) => screen.write(bytes) },
  });
  const { terminal } = program;
  if (!terminal) throw new Error("Bun provides no terminal here");
  const frame = () => readFrame(screen);
  return {
    frame,
    /** Returns the frame once it stops changing. */
    still: () => stillFrame(frame),
    /** Writes all keys at once, like a fast typist. */
    press: (keys: string) => terminal.write(keys),
    see: (text: string | RegExp, timeoutMs = 20_000) => waitFor(frame, { text, timeoutMs }),
    resize: (size: { columns: number; rows: number }) => {
      screen.resize(size.columns, size.rows);
      terminal.resize(size.columns, size.rows);
    },
    kill: (signal: NodeJS.Signals) => program.kill(signal),
    /**
     * Reports how the program exited, and the state it left: the earlier screen, the cursor, a line
     * that can be edited.
     */
    leave: async () => {
      const exitCode = await program.exited;
      await Bun.sleep(100);
      const left = {
        exitCode,
        screen: screen.buffer.active.type,
        isRaw: (terminal.localFlags & (ECHO | ICANON)) !== (ECHO | ICANON),
        text: frame(),
      };
      terminal.close();
      screen.dispose();
      return left;
    },
  };
}

/** Flags of termios: input is echoed, and read by the line. */
const ECHO = 0o10;
const ICANON = process.platform === "darwin" ? 0o400 : 0o2;

function readFrame(screen: xterm.Terminal): string {
  const { active } = screen.buffer;
  const lines = Array.from({ length: screen.rows }, (_, row) =>
    active.getLine(active.viewportY + row)?.translateToString(true),
  );
  return lines.map((line) => line?.trimEnd() ?? "").join("\n");
}

const STILL_MS = 200;

async function stillFrame(frame: () => string): Promise<string> {
  for (;;) {
    const before = frame();
    await Bun.sleep(STILL_MS);
    if (frame() === before) return before;
  }
}

async function waitFor(
  frame: () => string,
  { text, timeoutMs }: { text: string | RegExp; timeoutMs: number },
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  const isThere = () => (typeof text === "string" ? frame().includes(text) : text.test(frame()));
  while (!isThere()) {
    if (performance.now() > deadline) throw new Error(`Never saw ${text} in:\n${frame()}`);
    await Bun.sleep(10);
  }
}
