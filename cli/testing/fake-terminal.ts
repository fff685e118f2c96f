import type { Terminal } from "../terminal";

/** A terminal at which nobody sits: it waits, types nothing and agrees to nothing, but what a test says. */
export function fakeTerminal(answers: Partial<Terminal> = {}): Terminal {
  return {
    whileWorking: (_, work) => work,
    askSecret: async () => null,
    confirm: async () => false,
    showTop: async () => {},
    inspect: async () => [],
    ...answers,
  };
}
