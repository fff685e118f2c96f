/** Returns a stream that changes each text before it is written. */
export function mapWrites(
  screen: NodeJS.WriteStream,
  change: (text: string) => string,
): NodeJS.WriteStream {
  const write: typeof screen.write = (chunk: string | Uint8Array, ...rest: never[]) =>
    screen.write(typeof chunk === "string" ? change(chunk) : chunk, ...rest);
  return new Proxy(screen, {
    get: (target, name) => {
      if (name === "write") return write;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
