/** A press or a turn of the wheel. Column and row are counted from 0. */
export type Mouse = { kind: "select" | "mark" | "wheelUp" | "wheelDown"; x: number; y: number };

export type MouseInput = { mouse: Mouse | null; text: string };

// The escape character before the sequence is already removed.
const report = /^\[<(\d{1,5});(\d{1,5});(\d{1,5})([Mm])/;
const begun = /^\[<[\d;]{0,20}$/;

/**
 * Returns a function that separates reports of the mouse (SGR mode) from typed text. A report can arrive
 * in two parts.
 */
export function createMouseReader(): (input: string) => MouseInput {
  let part = "";
  return (input) => {
    const whole = part + input;
    const found = report.exec(whole);
    if (found) {
      part = "";
      return { mouse: readReport(found), text: whole.slice(found[0].length) };
    }
    if (begun.test(whole)) {
      part = whole;
      return { mouse: null, text: "" };
    }
    part = "";
    return { mouse: null, text: input };
  };
}

const SHIFT_META_CTRL = 0b11100;

function readReport([, code = "", x = "", y = "", end]: RegExpExecArray): Mouse | null {
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
