type Answer<Body> = { ok: boolean; status: number; url: string; json: () => Promise<Body> };

/** The body of an answer that is not an error. */
export async function read<Body>(answer: Answer<Body>): Promise<Body> {
  const body = await answer.json();
  if (answer.ok) return body;
  throw new Error(`${answer.url} answered ${answer.status}: ${JSON.stringify(body)}`);
}
