/** Its message is all that a person needs; there is nothing to trace. */
export class StartError extends Error {
  override name = "StartError";
}
