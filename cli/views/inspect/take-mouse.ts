import { createMouseReader, type Mouse } from "./mouse";

/** Calls listeners for each report of the mouse. `subscribe` returns a function that ends it. */
export type MouseSource = { subscribe: (listener: (mouse: Mouse) => void) => () => void };

export const noMouse: MouseSource = { subscribe: () => () => {} };

/** Separates reports of the mouse from the keys. Ink drops them: it reads the returned stream, without them. */
export function takeMouse(stdin: NodeJS.ReadStream): {
  stdin: NodeJS.ReadStream;
  mouse: MouseSource;
} {
  const listeners = new Set<(mouse: Mouse) => void>();
  const read = createMouseReader();
  const readKeys = (size?: number): string | null => {
    const chunk: string | Buffer | null = stdin.read(size);
    if (chunk === null) return null;
    const { mice, text } = read(chunk.toString());
    for (const mouse of mice) for (const listener of listeners) listener(mouse);
    return text;
  };
  const keys = new Proxy(stdin, {
    get: (target, name) => {
      if (name === "read") return readKeys;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const subscribe: MouseSource["subscribe"] = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return { stdin: keys, mouse: { subscribe } };
}
