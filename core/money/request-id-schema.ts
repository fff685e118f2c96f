import { z } from "zod";

/** Idempotency key: the client creates one per action of the person, and a retry repeats it. */
export const requestIdSchema = z.uuid({ error: "The request id must be a UUID." }).optional();
