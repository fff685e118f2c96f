import { isUuid } from "../ids";

const UUID_LENGTH = 36;

/** Whether a text names a device as our cookie does: by itself, or with the click by whose answer it was given the cookie. */
export function isDevice(text: string): boolean {
  return (
    isUuid(text.slice(0, UUID_LENGTH)) &&
    (text.length === UUID_LENGTH ||
      (text[UUID_LENGTH] === "." && isUuid(text.slice(UUID_LENGTH + 1))))
  );
}
