import { usernameSchema } from "@fairclick/core/accounts/account";
import fc from "fast-check";
import { expect, it } from "vitest";
import { usernameCandidates } from "./register";

it.each([
  ["Ada Lovelace", "Ada Lovelace"],
  ["  Zoë   O'Brien ", "Zoë OBrien"],
  ["<script>", "script"],
  ["🎮", "player"],
  ["...", "player"],
  [null, "player"],
  ["𝒜".repeat(40), "𝒜".repeat(15)],
])("calls %j %j", (name, username) => {
  const [first, second] = usernameCandidates(name);
  expect([first, second]).toEqual([username, `${username}2`]);
});

it("proposes only names that registration accepts", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 100 }), (name) => {
      for (const candidate of usernameCandidates(name)) {
        expect(usernameSchema.parse(candidate)).toBe(candidate);
      }
    }),
  );
});
