import { mapWrites } from "./map-writes";

const ENTER_SCREEN = "\u001b[?1049h";
const LEAVE_SCREEN = "\u001b[?1049l";
/** Reports of buttons and the wheel, in SGR mode. */
const MOUSE_ON = "\u001b[?1000h\u001b[?1006h";
const MOUSE_OFF = "\u001b[?1006l\u001b[?1000l";

/**
 * Returns a stream that asks the terminal for reports of the mouse while the alternate screen is shown. They
 * end with that screen, which Ink leaves at every end of the program.
 */
export function withMouse(screen: NodeJS.WriteStream): NodeJS.WriteStream {
  return mapWrites(screen, (text) =>
    text
      .replace(ENTER_SCREEN, () => ENTER_SCREEN + MOUSE_ON)
      .replace(LEAVE_SCREEN, () => MOUSE_OFF + LEAVE_SCREEN),
  );
}
