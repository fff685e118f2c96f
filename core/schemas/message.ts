/** An error text of a schema, or the function that writes it in the language of its reader. */
export type Message = string | (() => string);

export function writeMessage(message: Message): string {
  return typeof message === "string" ? message : message();
}
