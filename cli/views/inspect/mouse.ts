/** A press or a turn of the wheel. Column and row are counted from 0. */
export type Mouse = { kind: "select" | "mark" | "wheelUp" | "wheelDown"; x: number; y: number };

export type MouseInput = { mice: Mouse[]; text: string };

// biome-ignore lint/suspicious/noControlCharactersInRegex: reports begin with the escape character
const report = /\u001b\[<(\d{1,5});(\d{1,5});(\d{1,5})([Mm])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: reports begin with the escape character
const begun = /\u001b\[<[\d;]{0,17}$/;

/**
 * Returns a function that takes reports of the mouse (SGR mode) out of what a terminal sends. A report can
 * arrive in two parts.
 */
export function createMouseReader(): (input: string) => MouseInput {
  let part = "";
  return (input) => {
    const mice: Mouse[] = [];
    const text = (part + input).replace(report, (_, ...groups: string[]) => {
      const mouse = readReport(groups);
      if (mouse) mice.push(mouse);
      return "";
    });
    part = begun.exec(text)?.[0] ?? "";
    return { mice, text: text.slice(0, text.length - part.length) };
  };
}

const SHIFT_META_CTRL = 0b11100;

function readReport([code = "", x = "", y = "", end]: string[]): Mouse | null {
  const kind = kindOf(Number(code) & ~SHIFT_META_CTRL);
  if (kind === null || end === "m" || Number(x) === 0 || Number(y) === 0) return null;
  return { kind, x: Number(x) - 1, y: Number(y) - 1 };
}

/** The left button selects, the right one marks. */
function kindOf(button: number): Mouse["kind"] | null {
  const kinds: Record<number, Mouse["kind"]> = {
    0: "select",
    2: "mark",
    64: "wheelUp",
    65: "wheelDown",
  };
  return kinds[button] ?? null;
}
