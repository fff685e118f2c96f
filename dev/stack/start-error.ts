/** An error that the user can fix: only its message is printed, without a stack trace. */
export class StartError extends Error {
  override name = "StartError";
}
