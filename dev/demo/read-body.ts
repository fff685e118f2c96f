type Answer<Body> = { ok: boolean; status: number; url: string; json: () => Promise<Body> };

/** Returns the body of a successful response. Throws for any other status. */
export async function readBody<Body>(answer: Answer<Body>): Promise<Body> {
  const body = await answer.json();
  if (answer.ok) return body;
  throw new Error(`${answer.url} answered ${answer.status}: ${JSON.stringify(body)}`);
}
