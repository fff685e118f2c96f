import { z } from "zod";
import { typedText } from "../schemas/typed-text";

export const MAX_USER_NOTES = 100;
const MAX_NOTE_LENGTH = 1_000;

/** What an operator writes about a user, for other operators. */
export const userNoteInputSchema = z.object({
  text: typedText({
    label: "The note",
    maxLength: MAX_NOTE_LENGTH,
    requiredMessage: "A note needs a text",
    isMultiline: true,
  }),
});

export const userNoteSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** Name of the operator. */
  writer: z.string(),
  writtenAt: z.iso.datetime(),
});

export const writtenNoteSchema = z.object({ id: z.string() });
export const writtenNoteResponseSchema = z.object({
  status: z.literal("success"),
  data: writtenNoteSchema,
});
