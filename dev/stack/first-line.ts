import type { Child } from "./child";

/** Stand-ins say where they listen in the first line that they print; null before. */
export function firstLine(child: Child): string | null {
  const line = child
    .output()
    .split("\n")
    .find((text) => text.startsWith('{"listening"'));
  return line?.endsWith("}") ? line : null;
}
