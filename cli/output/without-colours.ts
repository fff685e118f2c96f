// biome-ignore lint/suspicious/noControlCharactersInRegex: style sequences begin with the escape character
const styleSequence = /\u001b\[([0-9;]*)m/g;

/** Returns a stream that drops colours; bold, dim and inverse text stays. */
export function withoutColours(screen: NodeJS.WriteStream): NodeJS.WriteStream {
  const write: typeof screen.write = (chunk: string | Uint8Array, ...rest: never[]) =>
    screen.write(typeof chunk === "string" ? dropColours(chunk) : chunk, ...rest);
  return new Proxy(screen, {
    get: (target, name) => {
      if (name === "write") return write;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

export function dropColours(text: string): string {
  return text.replace(styleSequence, (sequence, parameters: string) => {
    const kept = keepPlain(parameters.split(";"));
    if (kept.length > 0) return `\u001b[${kept.join(";")}m`;
    return parameters === "" ? sequence : "";
  });
}

/** Drops colour codes: 30 to 49 and 90 to 107; 38 and 48 consume the parameters that follow. */
function keepPlain(parameters: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < parameters.length; i += 1) {
    const code = Number(parameters[i]);
    if (code === 38 || code === 48) i += parameters[i + 1] === "5" ? 2 : 4;
    else if (!(code >= 30 && code <= 49) && !(code >= 90 && code <= 107)) {
      kept.push(parameters[i] ?? "");
    }
  }
  return kept;
}
