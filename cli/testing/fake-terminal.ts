import type { Terminal } from "../frame/host";

/** Returns a terminal that cancels and declines everything, except where `answers` says otherwise. */
export function fakeTerminal(answers: Partial<Terminal> = {}): Terminal {
  return {
    whileWorking: (_, work) => work,
    promptSecret: async () => null,
    confirm: async () => false,
    showScreen: async () => [],
    ...answers,
  };
}
