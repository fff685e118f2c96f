/** Returns a process's output up to these words, or all of it if they never appear. */
export async function readUntil(output: ReadableStream<Uint8Array>, words: string) {
  const reader = output.getReader();
  const decoder = new TextDecoder();
  let printed = "";
  while (!printed.includes(words)) {
    const { value, done } = await reader.read();
    if (done) break;
    printed += decoder.decode(value, { stream: true });
  }
  reader.releaseLock();
  return printed;
}
