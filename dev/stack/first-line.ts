import type { Child } from "./child";

/**
 * Returns the line of JSON in which a stand-in announces its port, or null before it is printed.
 */
export function firstLine(child: Child): string | null {
  const line = child
    .output()
    .split("\n")
    .find((text) => text.startsWith('{"listening"'));
  return line?.endsWith("}") ? line : null;
}
