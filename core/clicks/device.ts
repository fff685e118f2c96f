import { isUuid } from "../ids";

const UUID_LENGTH = 36;

/** Whether a text is a valid device cookie: `<device>`, or `<device>.<click>` with the click that set it. */
export function isDevice(text: string): boolean {
  return (
    isUuid(text.slice(0, UUID_LENGTH)) &&
    (text.length === UUID_LENGTH ||
      (text[UUID_LENGTH] === "." && isUuid(text.slice(UUID_LENGTH + 1))))
  );
}
